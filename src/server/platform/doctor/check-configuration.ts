import { type ConfigurationFault, configurationFaultsOf } from "#domain/operation/configuration.ts";
import { type Check, findings, isPublic } from "./finding.ts";

const subject = "Configuration";

const sentences: Readonly<Record<ConfigurationFault, readonly [text: string, advice: string]>> = {
  no_https: ["PUBLIC_URL is http: passwords travel readable.", "Set PUBLIC_URL to the https address."],
  no_proxy: [
    "TRUSTED_PROXIES is not set: all visitors count as one, the proxy.",
    "Set TRUSTED_PROXIES to the proxy's address, 127.0.0.1 on this machine.",
  ],
  any_proxy: [
    "TRUSTED_PROXIES trusts everybody: limits can be evaded.",
    "Name the proxy's own address in it.",
  ],
  limits_off: ["RATE_LIMITS is off.", "Take the variable out: it is for load tests."],
  not_production: ["NODE_ENV is not production.", "Take the variable out, or set it to production."],
};

/** Variables that are valid each by itself, and wrong for a site on the net. */
export const checkConfiguration: Check = {
  subject,
  run: async ({ config }) => {
    const { good, note, act } = findings(subject);
    const { http, site, environment, demo, adminTotpRequired, mail } = config;
    if (!isPublic(config))
      return [note(`PUBLIC_URL is ${site.publicUrl}: this site is for this machine alone.`)];
    const { publicUrl } = site;
    const { trustedProxies, rateLimits } = http;
    const faults = configurationFaultsOf({ publicUrl, trustedProxies, rateLimits, environment });
    const found = faults.map((fault) => act(...sentences[fault]));
    if (demo.enabled)
      found.push(
        note("The demo's cars and accounts are put into an empty database.", "DEMO=0 leaves them out."),
      );
    if (!adminTotpRequired)
      found.push(
        note("Admins may sign in by password alone.", "ADMIN_TOTP_REQUIRED=1 asks for a second factor."),
      );
    if (mail.transport === "smtp" && /@[\w.-]*\bexample(?:\.\w+)?>?$/.test(mail.from))
      found.push(
        act(`MAIL_FROM is ${mail.from}, which is nobody's.`, "Set MAIL_FROM to an address of your domain."),
      );
    return found.some(({ state }) => state === "act") ? found : [good(`${site.publicUrl}, valid.`), ...found];
  },
};
