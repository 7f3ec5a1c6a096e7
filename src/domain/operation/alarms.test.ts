import { expect, test } from "vitest";
import { type AlarmFacts, type AlarmKind, alarmsOf } from "./alarms.ts";

const at = "2026-11-23T12:00:00.000Z";
const long = "2026-11-23T11:40:00.000Z";
const calm: AlarmFacts = {
  jobs: { oldestDueAt: null, failed: 0 },
  mails: { failed: 0 },
  payments: { oldestUnfulfilledAt: null, disputes: 0, oldestInvoiceDueAt: null, provider: null },
  storage: { diskFreeBytes: 50, diskTotalBytes: 100 },
  prices: { outcome: "taken" },
  search: { listening: true },
  at,
};

test("a site where all is well alarms nobody", () => {
  const provider = { reachable: true, https: true, endpoint: "registered" } as const;
  expect(alarmsOf({ ...calm, payments: { ...calm.payments, provider } }, 0)).toEqual([]);
  const soon = "2026-11-23T11:58:00.000Z";
  expect(
    alarmsOf(
      {
        ...calm,
        jobs: { oldestDueAt: soon, failed: 0 },
        payments: { ...calm.payments, oldestUnfulfilledAt: soon, oldestInvoiceDueAt: long },
      },
      0,
    ),
  ).toEqual([]);
});

const cases: [AlarmKind, Partial<AlarmFacts>][] = [
  ["payments_unfulfilled", { payments: { ...calm.payments, oldestUnfulfilledAt: long } }],
  ["disputes", { payments: { ...calm.payments, disputes: 1 } }],
  ["invoices_waiting", { payments: { ...calm.payments, oldestInvoiceDueAt: "2026-11-23T10:50:00.000Z" } }],
  ["jobs_late", { jobs: { oldestDueAt: long, failed: 0 } }],
  ["jobs_failed", { jobs: { oldestDueAt: null, failed: 2 } }],
  ["mails_failed", { mails: { failed: 1 } }],
  ["disk_low", { storage: { diskFreeBytes: 9, diskTotalBytes: 100 } }],
  ["search_blind", { search: { listening: false } }],
  ["prices_worse", { prices: { outcome: "worse" } }],
  [
    "provider",
    { payments: { ...calm.payments, provider: { reachable: true, https: true, endpoint: "missing" } } },
  ],
];

test.each(cases)("%s is alarming", (kind, change) => {
  expect(alarmsOf({ ...calm, ...change }, 0)).toEqual([kind]);
});

test("a social promotion that is overdue is alarming", () => {
  expect(alarmsOf(calm, 1)).toEqual(["posts_overdue"]);
});
