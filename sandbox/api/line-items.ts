import { z } from "zod";
import { emit } from "#sandbox/events/emit.ts";
import { invalid } from "#sandbox/http/failure.ts";
import { address, integer, metadata, text } from "#sandbox/http/params.ts";
import { newLineItem, newPrice, newProduct } from "#sandbox/objects/catalogue.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { randomLetters } from "#sandbox/store/ids.ts";
import { idOf, type LineItem, type Price } from "#sandbox/store/kinds.ts";

export const currencyParam = z
  .string()
  .regex(/^[a-z]{3}$/i, "Invalid currency")
  .toLowerCase();
export const recurringParams = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: integer.pipe(z.number().min(1).max(156)).default(1),
});
export const unitAmountParam = integer.pipe(z.number().min(0).max(99_999_999));

export const lineItemParams = z
  .array(
    z.strictObject({
      price: text(255).optional(),
      price_data: z
        .strictObject({
          currency: currencyParam,
          product: text(255).optional(),
          product_data: z
            .strictObject({
              name: z.string().min(1).max(250),
              description: text(500).optional(),
              images: z.array(address).max(8).optional(),
              metadata: metadata.optional(),
            })
            .optional(),
          recurring: recurringParams.optional(),
          unit_amount: unitAmountParam,
        })
        .optional(),
      quantity: integer.pipe(z.number().min(1).max(999_999)).default(1),
    }),
  )
  .min(1)
  .max(100);

type Params = z.output<typeof lineItemParams>;

/**
 * The line items with their prices; `price_data` creates prices. Throws if currencies differ or a price does
 * not fit the mode.
 */
export function readLineItems(
  sandbox: Sandbox,
  params: Params,
  mode: "payment" | "subscription",
): { lineItems: LineItem[]; currency: string } {
  const lineItems = params.map((item, index) => {
    const price = priceOf(sandbox, item, index);
    const name = sandbox.store.get("product", idOf(price.product) ?? "").name;
    return newLineItem(price, name, item.quantity, `li_${randomLetters(24)}`);
  });
  const currency = lineItems[0]?.currency ?? "usd";
  if (lineItems.some((item) => item.currency !== currency)) {
    throw invalid("All line items must have the same currency.", "line_items");
  }
  const recurring = lineItems.filter((item) => item.price?.type === "recurring");
  if (mode === "payment" && recurring.length > 0) {
    throw invalid("You specified `payment` mode but passed a recurring price.", "mode");
  }
  if (mode === "subscription" && recurring.length !== lineItems.length) {
    throw invalid("The sandbox takes only recurring prices in `subscription` mode.", "line_items");
  }
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  if (total < 50) {
    throw invalid(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      undefined,
      "amount_too_small",
    );
  }
  if (total > 99_999_999)
    throw invalid("Amount must be no more than $999,999.99", undefined, "amount_too_large");
  return { lineItems, currency };
}

function priceOf(sandbox: Sandbox, item: Params[number], index: number): Price {
  const { store, clock } = sandbox;
  const at = `line_items[${index}]`;
  if (item.price !== undefined) {
    if (item.price_data !== undefined) {
      throw invalid("You may only specify one of these parameters: price, price_data.", at);
    }
    const price = store.get("price", item.price, `${at}[price]`);
    if (!price.active) throw invalid("The price specified is inactive.", `${at}[price]`);
    return price;
  }
  const data = item.price_data;
  if (data === undefined)
    throw invalid(`Missing required param: ${at}[price].`, `${at}[price]`, "parameter_missing");
  let product = data.product;
  if (product === undefined) {
    if (data.product_data === undefined) {
      const param = `${at}[price_data][product_data]`;
      throw invalid(`Missing required param: ${param}.`, param, "parameter_missing");
    }
    // As at Stripe, a product from `product_data` is inactive, so it cannot be used elsewhere.
    const made = newProduct({ ...data.product_data, active: false }, clock.now());
    store.insert("product", made, null);
    emit(sandbox, "product.created", made);
    product = made.id;
  } else {
    store.get("product", product, `${at}[price_data][product]`);
  }
  const price = newPrice(
    {
      product,
      currency: data.currency,
      unitAmount: data.unit_amount,
      recurring: data.recurring,
      active: false,
    },
    clock.now(),
  );
  store.insert("price", price, null);
  emit(sandbox, "price.created", price);
  return price;
}
