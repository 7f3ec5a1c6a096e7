import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

function capture() {
  const lines: string[] = [];
  const log = createLogger(
    (line) => lines.push(line),
    () => new Date("2026-08-03T10:00:00Z"),
  );
  return { log, lines };
}

test("each call is one JSON line", () => {
  const { log, lines } = capture();
  log.info("request", { method: "GET", path: "/a\nb", status: 200 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    time: "2026-08-03T10:00:00.000Z",
    level: "info",
    event: "request",
    method: "GET",
    path: "/a\nb",
    status: 200,
  });
});

test("credentials inside an error's text are left out", () => {
  const { log, lines } = capture();
  log.error("start", new Error("can't reach postgres://vetura:hunter2@db/vetura with sk_live_123456"));
  expect(lines[0]).not.toMatch(/hunter2|123456/);
  expect(lines[0]).toContain("postgres://***@db/vetura");
});

test("a huge text can't make a huge line", () => {
  const { log, lines } = capture();
  log.warn("odd", { userAgent: "x".repeat(1_000_000) });
  expect(lines[0]?.length).toBeLessThan(3000);
});
