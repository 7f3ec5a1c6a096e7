import { z } from "zod";
import { changes, emit } from "#sandbox/events/emit.ts";
import { endSubscription } from "#sandbox/billing/renewal.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, metadata, metadataChange, page, read, text } from "#sandbox/http/params.ts";
import { emptyAddress, newCustomer } from "#sandbox/objects/customer.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf } from "#sandbox/store/kinds.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

const email = z.union([z.literal(""), z.email("Invalid email address").max(512)]);
const fields = {
  email: email.optional(),
  name: text(256).optional(),
  phone: text(20).optional(),
  description: text(5000).optional(),
  expand,
};

/** The new value of a field: unchanged if omitted, null if empty. */
const changed = <T>(present: T, given: string | undefined): T | string | null =>
  given === undefined ? present : given === "" ? null : given;

export const customerRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/customers",
    run: (sandbox, { form }) => {
      const params = read(z.strictObject({ ...fields, metadata: metadata.optional() }), form);
      const customer = newCustomer(params, sandbox.clock.now());
      sandbox.store.insert("customer", customer, null);
      emit(sandbox, "customer.created", customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: "/v1/customers",
    run: (sandbox, { form }) => {
      const params = read(z.strictObject({ ...page, email: text(512).optional() }), form);
      const keep = (customer: { email: string | null }) =>
        params.email === undefined || customer.email === params.email;
      return listAnswer(sandbox, "customer", "/v1/customers", params, {}, keep);
    },
  },
  {
    method: "GET",
    path: "/v1/customers/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return deletedCustomer(sandbox, id) ?? sandbox.store.get("customer", id);
    },
  },
  {
    method: "POST",
    path: "/v1/customers/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          ...fields,
          metadata: metadataChange.optional(),
          address: z.strictObject({ line1: text(500).optional() }).optional(),
          invoice_settings: z.strictObject({ default_payment_method: text(255).optional() }).optional(),
        }),
        form,
      );
      const customer = sandbox.store.get("customer", id);
      const before = structuredClone(customer);
      customer.email = changed(customer.email, params.email);
      customer.name = changed(customer.name ?? null, params.name);
      customer.phone = changed(customer.phone ?? null, params.phone);
      customer.description = changed(customer.description, params.description);
      const line1 = params.address?.line1;
      if (line1 !== undefined) customer.address = { ...emptyAddress, ...customer.address, line1 };
      customer.metadata = mergedMetadata(customer.metadata, params.metadata);
      const card = params.invoice_settings?.default_payment_method;
      if (card !== undefined) {
        const param = "invoice_settings[default_payment_method]";
        const method = sandbox.store.get("payment_method", card, param);
        if (idOf(method.customer) !== id) throw invalid("The payment method is not this customer's.", param);
        customer.invoice_settings.default_payment_method = card;
      }
      sandbox.store.save("customer", customer);
      emit(sandbox, "customer.updated", customer, changes(before, customer));
      return customer;
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/{id}",
    run: (sandbox, { path: [id = ""] }) => {
      const customer = sandbox.store.get("customer", id);
      const { data } = sandbox.store.list("subscription", { customer: id, limit: 100 });
      for (const subscription of data) {
        if (subscription.status !== "canceled")
          endSubscription(sandbox, subscription, "cancellation_requested");
      }
      sandbox.store.remove("customer", id);
      sandbox.store.setSetting(`deleted_${id}`, "1");
      emit(sandbox, "customer.deleted", customer);
      return { id, object: "customer", deleted: true };
    },
  },
  {
    method: "GET",
    path: "/v1/customers/{id}/payment_methods",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({ ...page, created: z.undefined().optional(), type: z.literal("card").optional() }),
        form,
      );
      sandbox.store.get("customer", id);
      const url = `/v1/customers/${id}/payment_methods`;
      return listAnswer(sandbox, "payment_method", url, params, { customer: id });
    },
  },
];

/** A deleted customer as Stripe returns it, `deleted: true`; null if there was none. */
export function deletedCustomer(sandbox: Sandbox, id: string): object | null {
  if (sandbox.store.setting(`deleted_${id}`) === undefined) return null;
  return { id, object: "customer", deleted: true };
}
