import type { IncomingMessage, ServerResponse } from "node:http";
import { messages } from "#domain/messages/messages.ts";

/** Seconds until a retry makes sense. */
const retryAfter = 2;

const headers = {
  "Retry-After": String(retryAfter),
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

const { title, text } = messages.operation.busy;
const page = Buffer.from(
  `<!doctype html><html lang="sq"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${retryAfter + 1}"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
);
const body = Buffer.from(JSON.stringify({ message: messages.errors.overloaded, code: "overloaded" }));

const pageHeaders = {
  ...headers,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'",
  "Content-Length": page.length,
};
const bodyHeaders = { ...headers, "Content-Type": "application/json", "Content-Length": body.length };

/**
 * The overload answer: a page that retries for people, data for programs. It is prebuilt and bypasses
 * everything else, for thousands a second.
 */
export function busyAnswer(request: IncomingMessage, response: ServerResponse): void {
  const isPerson = request.headers.accept?.includes("text/html") === true;
  response.writeHead(503, isPerson ? pageHeaders : bodyHeaders);
  if (request.method === "HEAD") response.end();
  else response.end(isPerson ? page : body);
}
