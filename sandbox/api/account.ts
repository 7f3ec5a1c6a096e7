import { z } from "zod";
import type { Route } from "#sandbox/http/call.ts";
import { expand, read } from "#sandbox/http/params.ts";
import { randomLetters } from "#sandbox/store/ids.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";

/** The account of the secret key: one per data folder, so that two sandboxes are two accounts. */
function accountId(sandbox: Sandbox): string {
  const { store } = sandbox;
  const id = store.setting("account") ?? `acct_sandbox${randomLetters(12)}`;
  store.setSetting("account", id);
  return id;
}

export const accountRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/account",
    run: (sandbox, { form }) => {
      read(z.strictObject({ expand }), form);
      return {
        id: accountId(sandbox),
        object: "account",
        charges_enabled: true,
        country: "US",
        default_currency: "usd",
        details_submitted: true,
        email: null,
        payouts_enabled: true,
        type: "standard",
      };
    },
  },
];
