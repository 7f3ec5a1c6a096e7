import type { Sandbox } from "#sandbox/sandbox.ts";
import { kindOfId } from "#sandbox/store/kinds.ts";
import { invalid } from "./failure.ts";

const maxDepth = 4;

// The references that Stripe sends as an id and expands on request, as far as the sandbox has them.
const references: Record<string, readonly string[]> = {
  "checkout.session": ["customer", "payment_intent", "subscription", "invoice"],
  payment_intent: ["customer", "latest_charge", "payment_method"],
  charge: ["customer", "payment_intent"],
  refund: ["charge", "payment_intent"],
  dispute: ["charge", "payment_intent"],
  subscription: ["customer", "default_payment_method", "latest_invoice"],
  invoice: ["customer", "default_payment_method"],
  subscription_details: ["subscription"],
  invoice_payment: ["invoice"],
  invoice_payment_payment: ["payment_intent"],
  price: ["product"],
  plan: ["product"],
  price_details: ["price", "product"],
  customer: [],
  "billing_portal.session": ["configuration"],
};

type Fields = Record<string, unknown>;

/**
 * Replaces the references named in `expand[]` by their objects; `data.` leads into lists. Throws Stripe's
 * error.
 */
export function expanded(sandbox: Sandbox, answer: object, paths: readonly string[]): object {
  const copy: Fields = structuredClone({ ...answer });
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > maxDepth + 1) {
      throw invalid(`You cannot expand more than ${maxDepth} levels of a property.`, "expand");
    }
    step(sandbox, copy, steps, path);
  }
  return copy;
}

function step(sandbox: Sandbox, place: Fields, steps: readonly string[], path: string): void {
  const [name = "", ...rest] = steps;
  if (place["object"] === "list" && name === "data") {
    for (const item of asList(place["data"])) if (rest.length > 0) step(sandbox, item, rest, path);
    return;
  }
  const included = include(sandbox, place, name);
  if (included !== undefined) place[name] = included;
  const value = place[name];
  if (typeof value === "string") {
    if (!(references[nameOf(place)] ?? []).includes(name)) throw notExpandable(path);
    const found = lookUp(sandbox, value);
    if (found === undefined) return;
    place[name] = found;
    if (rest.length > 0) step(sandbox, found, rest, path);
    return;
  }
  if (isFields(value)) {
    // Already expanded; something within may still need it.
    if (rest.length > 0) step(sandbox, value, rest, path);
    return;
  }
  if (value === null) return;
  throw notExpandable(path);
}

/** Lists that are sent only if they are expanded. */
function include(sandbox: Sandbox, place: Fields, name: string): Fields | undefined {
  const id = String(place["id"]);
  const { store } = sandbox;
  if (place["object"] === "checkout.session" && name === "line_items") {
    return list(store.hidden("checkout.session", id).lineItems, `/v1/checkout/sessions/${id}/line_items`);
  }
  if (place["object"] === "invoice" && name === "payments") {
    const { data } = store.list("invoice_payment", { parent: id, limit: 10 });
    return list(data, `/v1/invoices/${id}/payments`);
  }
  if (place["object"] === "customer" && name === "subscriptions") {
    const { data } = store.list(
      "subscription",
      { customer: id, limit: 10 },
      (subscription) => subscription.status !== "canceled",
    );
    return list(data, `/v1/customers/${id}/subscriptions`);
  }
  if (place["object"] === "charge" && name === "refunds") {
    const { data } = store.list("refund", { parent: String(place["payment_intent"]), limit: 10 });
    return list(data, `/v1/charges/${id}/refunds`);
  }
  return undefined;
}

function list(data: object[], url: string): Fields {
  return { object: "list", data: structuredClone(data), has_more: false, url };
}

function lookUp(sandbox: Sandbox, id: string): Fields | undefined {
  const kind = kindOfId(id);
  const found = kind === undefined ? undefined : sandbox.store.find(kind, id);
  return found === undefined ? undefined : { ...found };
}

/** The object's type; nested objects without one are recognised by their keys. */
function nameOf(place: Fields): string {
  if (typeof place["object"] === "string") return place["object"];
  if ("price" in place && "product" in place) return "price_details";
  if ("subscription" in place) return "subscription_details";
  return "payment_intent" in place ? "invoice_payment_payment" : "";
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asList = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, "expand");
