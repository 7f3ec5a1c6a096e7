import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { idOf } from "#sandbox/store/kinds.ts";
import { subscribe, typesOf } from "#sandbox/testing/dealer.ts";
import { fee, openShop, pay, validCard, type Shop } from "#sandbox/testing/shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

async function paidWith(card: string): Promise<string> {
  const made = await shop.stripe.checkout.sessions.create(fee);
  await pay(made, card);
  const session = await shop.stripe.checkout.sessions.retrieve(made.id);
  await shop.waitForDeliveries();
  shop.events.length = 0;
  return idOf(session.payment_intent) ?? "";
}

async function ask(body: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${shop.sandbox.url}/_sandbox/disputes`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

describe("a dispute", () => {
  test("a dispute opened over the control API forbids refunds and sends an event for each step until it is won", async () => {
    const intent = await paidWith(validCard);
    expect(await ask({ payment_intent: intent })).toMatchObject({
      status: 200,
      body: { object: "dispute", amount: 1000, status: "needs_response", payment_intent: intent },
    });
    await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    const { data } = await shop.stripe.disputes.list({ payment_intent: intent });
    expect(await ask({ dispute: data[0]?.id, outcome: "won" })).toMatchObject({ body: { status: "won" } });
    expect(await ask({ dispute: data[0]?.id, outcome: "lost" })).toMatchObject({ status: 400 });
    await shop.waitForDeliveries();
    expect(typesOf(shop.events)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ]);
    await expect(shop.stripe.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
      amount: 1000,
    });
  });

  test("a partial dispute that the shop accepts is lost and the money is not returned", async () => {
    const intent = await paidWith(validCard);
    const dispute = shop.sandbox.control.dispute(intent, { amount: 400 });
    expect(await shop.stripe.disputes.close(dispute.id)).toMatchObject({ status: "lost", amount: 400 });
    await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_disputed",
    });
  });

  test.each([
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
    ["A photo of the car", "under_review"],
  ])("a dispute answered with %s becomes %s", async (text, status) => {
    const dispute = shop.sandbox.control.dispute(await paidWith(validCard));
    const answered = await shop.stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: text },
    });
    expect(answered).toMatchObject({ status, evidence_details: { submission_count: 1 } });
  });

  test("a dispute that is decided is not opened again", async () => {
    const { id } = shop.sandbox.control.dispute(await paidWith(validCard));
    shop.sandbox.control.decideDispute(id, "won");
    expect(() => shop.sandbox.control.decideDispute(id, "under_review")).toThrow(/already closed/);
    expect(await shop.stripe.disputes.retrieve(id)).toMatchObject({ status: "won" });
  });

  test("the dispute test card opens a dispute, and an inquiry moves no money and allows refunds", async () => {
    const disputed = await paidWith("4000 0000 0000 0259");
    expect((await shop.stripe.disputes.list({ payment_intent: disputed })).data).toMatchObject([
      { status: "needs_response" },
    ]);
    const inquired = await paidWith("4000 0000 0000 1976");
    const { data } = await shop.stripe.disputes.list({ payment_intent: inquired });
    expect(data).toMatchObject([{ status: "warning_needs_response", is_charge_refundable: true }]);
    await shop.stripe.refunds.create({ payment_intent: inquired, amount: 100 });
    shop.sandbox.control.decideDispute(data[0]?.id ?? "", "warning_closed");
    await shop.waitForDeliveries();
    expect(typesOf(shop.events).filter((type) => type.includes("funds"))).toEqual([]);
  });
});

test("a subscription's invoice is refunded in parts with an event for each", async () => {
  const { subscription } = await subscribe(shop, validCard);
  const { data } = await shop.stripe.invoices.list({ subscription, expand: ["data.payments"] });
  const intent = idOf(data[0]?.payments?.data[0]?.payment.payment_intent) ?? "";
  for (const amount of [1000, 1500, 2500])
    await shop.stripe.refunds.create({ payment_intent: intent, amount });
  await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  await shop.waitForDeliveries();
  const each = ["refund.created", "charge.refunded"];
  expect(typesOf(shop.events)).toEqual([...each, ...each, ...each]);
});
