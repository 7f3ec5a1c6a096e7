import type { AppContext } from "./session.ts";

/**
 * Answers `value` as JSON. A page's own call, in-process, is handed the value itself instead: writing it as text and
 * reading it again would be a third of the page's work. `text` gives the JSON where it is there already. Whoever hands
 * over what is kept freezes it: pages may hold it while they render.
 */
export function answerJson(
  c: AppContext,
  value: object,
  text: () => string = () => JSON.stringify(value),
): Response {
  // Absent where the app is called without bindings.
  const bindings: AppContext["env"] | undefined = c.env;
  if (bindings?.handOver !== undefined) {
    bindings.handOver.value = value;
    return c.body(null, 200);
  }
  return c.body(text(), 200, { "Content-Type": "application/json" });
}
