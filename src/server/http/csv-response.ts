import type { AppContext } from "./session.ts";

/** A CSV file to be saved under this name, sent whole or as it is written. */
export function csvResponse(
  c: AppContext,
  name: string,
  content: string | AsyncIterable<string> | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body =
    typeof content === "string" || content instanceof ReadableStream
      ? content
      : ReadableStream.from(content).pipeThrough(new TextEncoderStream());
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "private, no-store",
    ...headers,
  });
}
