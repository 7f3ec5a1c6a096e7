import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { disputeStage, disputeStages, isDisputeNews, ledgerParts, moneyBack } from "./money-back.ts";

test.each([
  ["needs_response", "open"],
  ["under_review", "open"],
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "decided"],
  ["won", "decided"],
  ["lost", "decided"],
  ["prevented", "decided"],
] as const)("a dispute that is %s is %s", (status, stage) => {
  expect(disputeStage(status)).toBe(stage);
});

test("a decided dispute never returns to an earlier status", () => {
  expect(isDisputeNews(null, "needs_response")).toBe(true);
  expect(isDisputeNews("needs_response", "won")).toBe(true);
  expect(isDisputeNews("warning_under_review", "needs_response")).toBe(true);
  for (const decided of ["won", "lost", "warning_closed"])
    for (const late of ["needs_response", "under_review", "warning_needs_response", "won", "lost"])
      expect(isDisputeNews(decided, late)).toBe(false);
  expect(isDisputeNews("needs_response", "needs_response")).toBe(false);
  expect(disputeStages).toHaveLength(3);
});

test("moneyBack leaves out failed refunds and won disputes", () => {
  const refunds = ["succeeded", "pending", "failed", "canceled", null].map((status, n) => ({
    id: `re_${n}`,
    amount: 10,
    status,
  }));
  const disputes = ["won", "lost", "needs_response"].map((status) => ({
    id: `du_${status}`,
    amount: 20,
    status,
    reason: "fraudulent",
  }));
  expect(moneyBack(refunds, disputes).map(({ id }) => id)).toEqual(["re_0", "re_1", "du_lost"]);
});

test("ledgerParts adds each refund once, never more than the payment, and the full amount for a full refund", () => {
  const someParts = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      kind: fc.constant("refund" as const),
      amount: fc.integer({ min: 1, max: 900 }),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 2000 }),
      someParts,
      (asked, received, parts) => {
        const known = new Set<string>();
        let refunded = 0;
        let told = 0;
        for (const count of [0, ...parts.keys(), parts.length]) {
          // Refunds of a charge never exceed it.
          const back = parts.slice(0, count + 1).filter(({ amount }) => (told += amount) <= received);
          told = 0;
          for (const part of ledgerParts({ amount: asked, refunded }, received, back, known)) {
            expect(known.has(part.id)).toBe(false);
            expect(part.amount).toBeGreaterThan(0);
            known.add(part.id);
            refunded += part.amount;
          }
          const sum = back.reduce((cents, { amount }) => cents + amount, 0);
          expect(refunded).toBe(sum === received ? asked : Math.max(refunded, Math.min(asked, sum)));
        }
      },
    ),
  );
});
