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

test("each log call writes one JSON line", () => {
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

test("credentials inside an error's text are removed from the log", () => {
  const { log, lines } = capture();
  log.error("start", new Error("can't reach postgres://vetura:hunter2@db/vetura with sk_live_123456"));
  expect(lines[0]).not.toMatch(/hunter2|123456/);
  expect(lines[0]).toContain("postgres://***@db/vetura");
});

test("personal values are removed from the log wherever they occur, and ids stay", () => {
  const secrets = [
    "arta.gashi+cars@example.com",
    "arta%40example.com",
    "+383 44 123 456",
    "+38344123456",
    "044/123-456",
    "%2B38344123456",
    "4242 4242 4242 4242",
    "cs_test_a1B2c3D4",
    "whsec_abc123",
    "vk_Kanarinafluturonmbidete-Kanarinakthehetsote",
    "3q2-7_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg",
  ];
  const id = "0198f3a0-1234-7000-8000-123456789012";
  const { log, lines } = capture();
  for (const secret of secrets) {
    log.info("request", { id, path: `/unsubscribe/${secret}` });
    log.error("job.failed", new Error(`no mail to ${secret}: refused`), { account: id });
  }
  const text = lines.join("");
  for (const secret of secrets) expect(text).not.toContain(secret);
  for (const line of lines) expect(line).toContain(id);
});

test("words, times, machine addresses and file positions stay in the log", () => {
  const { log, lines } = capture();
  const texts = [
    "connect ECONNREFUSED 127.0.0.1:5432",
    "/photos/0198f3a0-1234-7000-8000-123456789012/1600.avif",
    "at processTicksAndRejections (node:internal/process/task_queues:105:5)",
    "Connection terminated due to connection timeout",
    "/api/cars/facets",
    'duplicate key value violates unique constraint "payments_open_subscription"',
  ];
  for (const text of texts) log.warn("note", { text });
  expect(lines.map((line) => JSON.parse(line).text)).toEqual(texts);
});

test("a value that the database refused is not logged", () => {
  const { log, lines } = capture();
  const error = Object.assign(new Error('invalid input syntax for type integer: "hunter2"'), {
    code: "22P02",
  });
  log.error("request.failed", error);
  expect(lines[0]).not.toContain("hunter2");
  expect(lines[0]).toContain("invalid input syntax for type integer");
});

test("a huge text is cut to a short log line", () => {
  const { log, lines } = capture();
  log.warn("odd", { userAgent: "x".repeat(1_000_000) });
  expect(lines[0]?.length).toBeLessThan(3000);
});
