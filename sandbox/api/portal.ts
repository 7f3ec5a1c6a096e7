import { z } from "zod";
import type { Route } from "#sandbox/http/call.ts";
import { address, expand, page, read, text } from "#sandbox/http/params.ts";
import { newPortalConfiguration } from "#sandbox/objects/portal.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { newId, randomLetters } from "#sandbox/store/ids.ts";
import type { PortalConfiguration, PortalSession } from "#sandbox/store/kinds.ts";
import { listAnswer } from "./lists.ts";

/** Lifetime of a portal link, in seconds. */
const lifetime = 3600;

export const portalRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          customer: text(255),
          configuration: text(255).optional(),
          locale: z.enum(["auto", "en"]).optional(),
          return_url: address.optional(),
          expand,
        }),
        form,
      );
      const { store, clock } = sandbox;
      store.get("customer", params.customer, "customer");
      const configuration =
        params.configuration === undefined
          ? defaultConfiguration(sandbox)
          : store.get("billing_portal.configuration", params.configuration, "configuration");
      const token = randomLetters(40);
      const session: PortalSession = {
        id: newId("billing_portal.session"),
        object: "billing_portal.session",
        configuration: configuration.id,
        created: clock.now(),
        customer: params.customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: params.locale ?? null,
        on_behalf_of: null,
        return_url: params.return_url ?? null,
        url: "",
      };
      session.url = `${sandbox.url}/p/session/${session.id}-${token}`;
      store.insert("billing_portal.session", session, { token, expiresAt: clock.now() + lifetime });
      return session;
    },
  },
  {
    method: "GET",
    path: "/v1/billing_portal/configurations",
    run: (sandbox, { form }) => {
      const params = read(z.strictObject({ ...page, created: z.undefined().optional() }), form);
      defaultConfiguration(sandbox);
      const url = "/v1/billing_portal/configurations";
      return listAnswer(sandbox, "billing_portal.configuration", url, params);
    },
  },
  {
    method: "GET",
    path: "/v1/billing_portal/configurations/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("billing_portal.configuration", id);
    },
  },
];

/** The account's default configuration. */
function defaultConfiguration(sandbox: Sandbox): PortalConfiguration {
  const known = sandbox.store.list("billing_portal.configuration", { limit: 1 }).data[0];
  if (known !== undefined) return known;
  const made = newPortalConfiguration(sandbox.clock.now());
  sandbox.store.insert("billing_portal.configuration", made, null);
  return made;
}
