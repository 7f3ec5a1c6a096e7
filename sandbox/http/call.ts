import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Form } from "./form.ts";

/** An API call, decoded. */
export interface Call {
  /** Values of the route's `{…}`, in order. */
  path: string[];
  form: Form;
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Such as `/v1/checkout/sessions/{id}`. */
  path: string;
  /** Runs in one transaction; returns the answer before `expand`. */
  run: (sandbox: Sandbox, call: Call) => object;
}
