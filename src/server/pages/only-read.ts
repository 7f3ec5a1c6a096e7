import { messages } from "#domain/messages/messages.ts";

/** The answer to a method other than GET and HEAD. */
export function onlyRead(): Response {
  const { method_not_allowed: message } = messages.errors;
  return Response.json(
    { message, code: "method_not_allowed" },
    { status: 405, headers: { Allow: "GET, HEAD", "X-Content-Type-Options": "nosniff" } },
  );
}
