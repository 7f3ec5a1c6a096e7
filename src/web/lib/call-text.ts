import { uiMessages } from "#domain/messages/ui.ts";
import { messageOf, NetworkError } from "./api-error.ts";

/** The text for a failed call: no connection, else the server's, else `fallback`. */
export function callText(error: unknown, fallback: string): string {
  return error instanceof NetworkError ? uiMessages.networkError : messageOf(error, fallback);
}
