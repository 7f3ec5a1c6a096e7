import { createContext, data } from "react-router";
import { ApiError } from "./api-error.ts";

/** Called with a page's rendering errors and its path. */
export const pageErrorsContext = createContext<(error: unknown, path: string) => void>();

/** For loaders in the browser: an API error becomes the page's status, as on the server. */
export async function withPageStatus<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
}
