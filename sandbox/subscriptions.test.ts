import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renewalMonth, day, subscribe, typesOf } from "#sandbox/testing/dealer.ts";
import {
  declinedCard,
  declineAfterAttachCard,
  openShop,
  validCard,
  plan,
  type Shop,
} from "#sandbox/testing/shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe("a subscription over time", () => {
  test("a renewal starts the next period at once and pays its invoice an hour later", async () => {
    const { subscription } = await subscribe(shop, validCard);
    const before = await shop.stripe.subscriptions.retrieve(subscription);
    const end = before.items.data[0]?.current_period_end ?? 0;
    shop.sandbox.control.setClock(end);
    const draft = await shop.stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] });
    expect(draft.items.data[0]?.current_period_start).toBe(end);
    expect(draft.latest_invoice).toMatchObject({ status: "draft", billing_reason: "subscription_cycle" });
    shop.sandbox.control.advance(3600);
    const { data } = await shop.stripe.invoices.list({ subscription });
    expect(data.map((invoice) => [invoice.status, invoice.created])).toEqual([
      ["paid", end],
      ["paid", before.created],
    ]);
    await shop.waitForDeliveries();
    expect(typesOf(shop.events)).toEqual([
      "invoice.created",
      "customer.subscription.updated",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  test("a subscription created in the past has an invoice for each month since and keeps renewing", async () => {
    const { control } = shop.sandbox;
    const session = await shop.stripe.checkout.sessions.create(plan);
    const since = control.now() - 100 * day;
    expect(control.payEarlier(session.id, since, "Agim Krasniqi").status).toBe("complete");
    // A second call pays nothing.
    control.payEarlier(session.id, since + day, "Agim Krasniqi");
    const { data: all } = await shop.stripe.subscriptions.list({ status: "all" });
    expect(all.map(({ status, created }) => [status, created])).toEqual([["active", since]]);
    const [item] = all[0]?.items.data ?? [];
    const { data } = await shop.stripe.invoices.list({});
    expect(data.map(({ status, billing_reason: reason }) => [status, reason])).toEqual([
      ...Array.from({ length: 3 }, () => ["paid", "subscription_cycle"]),
      ["paid", "subscription_create"],
    ]);
    expect(data[0]?.created).toBe(item?.current_period_start);
    expect(data[0]?.status_transitions.paid_at).toBe((item?.current_period_start ?? 0) + 3600);
    expect(data[3]?.created).toBe(since);
    expect(item?.current_period_end).toBeGreaterThan(control.now());
    control.setClock((item?.current_period_end ?? 0) + 3600);
    expect((await shop.stripe.invoices.list({})).data.map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => "paid"),
    );
    const open = await shop.stripe.checkout.sessions.create(plan);
    expect(() => control.payEarlier(open.id, control.now() + day, "Agim Krasniqi")).toThrow(RangeError);
    await shop.stripe.checkout.sessions.expire(open.id);
    expect(() => control.payEarlier(open.id, since, "Agim Krasniqi")).toThrow("run out");
  });

  test("a subscription whose card fails is past due, retried after 3, 5 and 7 days and then canceled", async () => {
    const { subscription } = await subscribe(shop, declineAfterAttachCard);
    shop.sandbox.control.advance(renewalMonth);
    expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    shop.sandbox.control.advance((3 + 5) * day);
    expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    shop.sandbox.control.advance(7 * day);
    const ended = await shop.stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] });
    expect(ended).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
      latest_invoice: { status: "open", attempt_count: 4, next_payment_attempt: null },
    });
    await shop.waitForDeliveries();
    expect(typesOf(shop.events).filter((type) => type === "invoice.payment_failed")).toHaveLength(4);
    expect(typesOf(shop.events).at(-1)).toBe("customer.subscription.deleted");
    expect(typesOf(shop.events).filter((type) => type === "invoice.paid")).toEqual([]);
  });

  test("a subscription whose collection is paused has its months voided uncharged until it is resumed", async () => {
    const { subscription } = await subscribe(shop, validCard);
    const paused = await shop.stripe.subscriptions.update(subscription, {
      pause_collection: { behavior: "void" },
    });
    expect(paused).toMatchObject({
      status: "active",
      pause_collection: { behavior: "void", resumes_at: null },
    });
    shop.sandbox.control.advance(2 * renewalMonth);
    const statuses = async () =>
      (await shop.stripe.invoices.list({ subscription })).data.map(({ status }) => status);
    expect(await statuses()).toEqual(["void", "void", "paid"]);
    const resumed = await shop.stripe.subscriptions.update(subscription, { pause_collection: "" });
    expect(resumed).toMatchObject({ status: "active", pause_collection: null });
    shop.sandbox.control.advance(renewalMonth);
    expect(await statuses()).toEqual(["paid", "void", "void", "paid"]);
    await expect(
      shop.stripe.subscriptions.update(subscription, { pause_collection: { behavior: "keep_as_draft" } }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a draft can be finalised without being charged, and voiding what is late makes a subscription active", async () => {
    const { subscription } = await subscribe(shop, declineAfterAttachCard);
    const { data: items } = (await shop.stripe.subscriptions.retrieve(subscription)).items;
    shop.sandbox.control.setClock(items[0]?.current_period_end ?? 0);
    const [draft] = (await shop.stripe.invoices.list({ subscription, status: "draft" })).data;
    const finalized = await shop.stripe.invoices.finalizeInvoice(draft?.id ?? "", { auto_advance: false });
    expect(finalized).toMatchObject({ status: "open", auto_advance: false, attempt_count: 0 });
    shop.sandbox.control.advance(renewalMonth);
    const late = await shop.stripe.subscriptions.retrieve(subscription);
    expect(late.status).toBe("past_due");
    const open = await shop.stripe.invoices.list({ subscription, status: "open" });
    expect(open.data.map(({ attempt_count: attempts }) => attempts)).toEqual([1, 0]);
    for (const { id } of open.data) await shop.stripe.invoices.voidInvoice(id);
    expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
    await expect(shop.stripe.invoices.finalizeInvoice(draft?.id ?? "")).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test("a subscription canceled at the period's end runs until then and no longer", async () => {
    const { subscription } = await subscribe(shop, validCard);
    const canceling = await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    const end = canceling.items.data[0]?.current_period_end;
    expect(canceling).toMatchObject({ status: "active", cancel_at: end, cancel_at_period_end: true });
    shop.sandbox.control.setClock((end ?? 0) - 1);
    expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
    shop.sandbox.control.setClock(end ?? 0);
    const ended = await shop.stripe.subscriptions.retrieve(subscription);
    expect(ended).toMatchObject({ status: "canceled", ended_at: end });
    await shop.waitForDeliveries();
    expect(shop.events.map(({ type, created }) => [type, created]).at(-1)).toEqual([
      "customer.subscription.deleted",
      end,
    ]);
    await expect(
      shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a subscription resumed before its end renews", async () => {
    const { subscription } = await subscribe(shop, validCard);
    await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    const resumed = await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null });
    shop.sandbox.control.advance(renewalMonth);
    expect((await shop.stripe.invoices.list({ subscription, status: "paid" })).data).toHaveLength(2);
  });

  test("a subscription canceled at once ends at once and is no longer listed", async () => {
    const { subscription, customer } = await subscribe(shop, validCard);
    expect((await shop.stripe.subscriptions.list({ customer })).data).toHaveLength(1);
    expect((await shop.stripe.subscriptions.cancel(subscription)).status).toBe("canceled");
    expect((await shop.stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await shop.stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
    shop.sandbox.control.advance(renewalMonth);
    expect((await shop.stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  test("a draft invoice is not charged after its customer was deleted", async () => {
    const { subscription, customer } = await subscribe(shop, validCard);
    const { items } = await shop.stripe.subscriptions.retrieve(subscription);
    shop.sandbox.control.setClock(items.data[0]?.current_period_end ?? 0);
    await shop.stripe.customers.del(customer);
    shop.sandbox.control.advance(renewalMonth);
    const { data } = await shop.stripe.invoices.list({ subscription });
    expect(data.map((invoice) => invoice.status)).toEqual(["draft", "paid"]);
  });

  test("a subscription that began on the 31st renews on each month's last day", async () => {
    const now = shop.sandbox.control.now();
    const year = new Date(now * 1000).getUTCFullYear() + 1;
    shop.sandbox.control.setClock(Date.UTC(year, 0, 31, 10) / 1000);
    const { subscription } = await subscribe(shop, validCard);
    const ends: (string | undefined)[] = [];
    for (let month = 0; month < 3; month += 1) {
      const { items } = await shop.stripe.subscriptions.retrieve(subscription);
      const end = items.data[0]?.current_period_end ?? 0;
      ends.push(new Date(end * 1000).toISOString().slice(5, 10));
      shop.sandbox.control.setClock(end);
    }
    expect(ends).toEqual([year % 4 === 0 ? "02-29" : "02-28", "03-31", "04-30"]);
  });
});

async function visit(url: string, fields?: Record<string, string>) {
  const answer = await fetch(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text() };
}

describe("the billing portal", () => {
  test("the billing portal cancels and resumes a subscription", async () => {
    const { subscription, customer } = await subscribe(shop, validCard);
    const { url } = await shop.stripe.billingPortal.sessions.create({
      customer,
      return_url: "https://shop.example/back",
    });
    expect((await visit(url)).text).toContain('href="https://shop.example/back"');
    expect((await visit(`${url}/cancel`, { subscription })).text).toContain("Abonimi u anulua");
    expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
    expect((await visit(`${url}/resume`, { subscription })).text).toContain("Abonimi vazhdon");
    expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);
    await shop.waitForDeliveries();
    expect(typesOf(shop.events)).toEqual(["customer.subscription.updated", "customer.subscription.updated"]);
  });

  test("a new card in the billing portal pays the invoice that the old card failed to pay", async () => {
    const { subscription, customer } = await subscribe(shop, declineAfterAttachCard);
    shop.sandbox.control.advance(renewalMonth);
    const { url } = await shop.stripe.billingPortal.sessions.create({ customer });
    const wrong = await visit(`${url}/card`, { number: "4242", expiry: "", cvc: "", name: "" });
    expect(wrong).toMatchObject({ status: 422 });
    await visit(`${url}/card`, { number: validCard, expiry: "12/34", cvc: "123", name: "Agim" });
    shop.sandbox.control.advance(3 * day);
    const paid = await shop.stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] });
    expect(paid).toMatchObject({ status: "active", latest_invoice: { status: "paid", attempt_count: 2 } });
  });

  test("the billing portal shows invoices as pages and PDFs, and a new card pays an open invoice and the renewals", async () => {
    const { subscription } = await subscribe(shop, declineAfterAttachCard);
    shop.sandbox.control.advance(renewalMonth);
    const open = (await shop.stripe.invoices.list({ subscription })).data[0];
    const address = open?.hosted_invoice_url ?? "";
    expect((await visit(address)).text).toContain("E papaguar");
    expect((await visit(`${address}/pay`, {})).status).toBe(422);
    const card = { expiry: "12/34", cvc: "123", name: "Agim" };
    const declined = await visit(`${address}/pay`, { ...card, number: declinedCard });
    expect([declined.status, declined.text.includes("Kartela juaj u refuzua")]).toEqual([422, true]);
    expect((await visit(`${address}/pay`, { ...card, number: validCard })).text).toContain("E paguar");
    expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe("active");
    shop.sandbox.control.advance(renewalMonth);
    expect((await shop.stripe.invoices.list({ subscription, status: "paid" })).data).toHaveLength(3);
    const pdf = await fetch(open?.invoice_pdf ?? "");
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  });

  test("an open invoice of an ended subscription can be paid until it is void", async () => {
    const { subscription } = await subscribe(shop, declineAfterAttachCard);
    shop.sandbox.control.advance(renewalMonth);
    shop.sandbox.control.advance(20 * day);
    const [open] = (await shop.stripe.invoices.list({ subscription, status: "open" })).data;
    const address = open?.hosted_invoice_url ?? "";
    expect((await visit(address)).text).toContain(`action="${new URL(address).pathname}/pay"`);
    const voided = await shop.stripe.invoices.voidInvoice(open?.id ?? "");
    expect(voided.status).toBe("void");
    expect((await visit(address)).text).not.toContain("<form");
    await expect(shop.stripe.invoices.voidInvoice(open?.id ?? "")).rejects.toThrow("open or uncollectible");
    await shop.waitForDeliveries();
    expect(typesOf(shop.events).at(-1)).toBe("invoice.voided");
  });

  test("the billing portal is closed after an hour, to a guessed link and to another customer's subscription", async () => {
    const mine = await subscribe(shop, validCard);
    const other = await subscribe(shop, validCard);
    const { url } = await shop.stripe.billingPortal.sessions.create({ customer: mine.customer });
    await visit(`${url}/cancel`, { subscription: other.subscription });
    const untouched = await shop.stripe.subscriptions.retrieve(other.subscription);
    expect(untouched.cancel_at_period_end).toBe(false);
    expect((await visit(`${url.slice(0, -1)}!`)).status).toBe(404);
    shop.sandbox.control.advance(3601);
    expect((await visit(url)).status).toBe(404);
  });
});
