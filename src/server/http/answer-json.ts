import type { AppContext } from "./session.ts";

/**
 * Answers `value` as JSON. A page's own call is handed the text as it is, without the way through a body. `text` gives
 * the JSON where it is there already.
 */
export function answerJson(
  c: AppContext,
  value: object,
  text: () => string = () => JSON.stringify(value),
): Response {
  // Absent where the app is called without bindings.
  const bindings: AppContext["env"] | undefined = c.env;
  if (bindings?.handOver !== undefined) {
    bindings.handOver.text = text();
    return c.body(null, 200);
  }
  return c.body(text(), 200, { "Content-Type": "application/json" });
}
