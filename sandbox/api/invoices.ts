import { z } from "zod";
import { cardOf, settled, subscriptionOf } from "#sandbox/billing/dunning.ts";
import { finalizeInvoice, payInvoice, voidInvoice } from "#sandbox/billing/invoices.ts";
import { Failure, invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, flag, page, read, text } from "#sandbox/http/params.ts";
import { deletedCustomer } from "./customers.ts";
import { listAnswer } from "./lists.ts";

export const invoiceRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/invoices",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          ...page,
          customer: text(255).optional(),
          subscription: text(255).optional(),
          status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
        }),
        form,
      );
      if (params.customer !== undefined && deletedCustomer(sandbox, params.customer) === null)
        sandbox.store.get("customer", params.customer, "customer");
      return listAnswer(
        sandbox,
        "invoice",
        "/v1/invoices",
        params,
        { customer: params.customer, parent: params.subscription },
        (invoice) => params.status === undefined || invoice.status === params.status,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/invoices/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("invoice", id);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/finalize",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(z.strictObject({ auto_advance: flag.optional(), expand }), form);
      const invoice = sandbox.store.get("invoice", id);
      if (invoice.status !== "draft") throw invalid("This invoice is already finalized.");
      if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance;
      finalizeInvoice(sandbox, invoice);
      return invoice;
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/void",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      const invoice = sandbox.store.get("invoice", id);
      if (invoice.status !== "open" && invoice.status !== "uncollectible")
        throw invalid("You can only void an invoice that is open or uncollectible.");
      const subscription = subscriptionOf(sandbox, invoice);
      const voided = voidInvoice(sandbox, invoice);
      // As after a payment, nothing is owed any more.
      if (subscription !== undefined) settled(sandbox, subscription);
      return voided;
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/pay",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(z.strictObject({ payment_method: text(255).optional(), expand }), form);
      const invoice = sandbox.store.get("invoice", id);
      if (invoice.status === "paid")
        throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
      if (invoice.status !== "open")
        throw invalid("This invoice can't be paid.", undefined, "invoice_not_open");
      const subscription = subscriptionOf(sandbox, invoice);
      const method = params.payment_method ?? (subscription && cardOf(sandbox, subscription));
      if (method === undefined || method === null)
        throw invalid("There is no card to pay with.", "payment_method");
      sandbox.store.get("payment_method", method, "payment_method");
      const decline = payInvoice(sandbox, invoice, method, false);
      if (decline !== null) {
        // A declined card is a regular answer: the transaction is kept.
        throw new Failure({ status: 402, type: "card_error", keep: true, ...decline });
      }
      if (subscription !== undefined) settled(sandbox, subscription);
      return invoice;
    },
  },
];
