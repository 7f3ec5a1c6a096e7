import { z } from "zod";
import { accountMessages as text } from "#domain/messages/account.ts";
import { noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const password = z.string(text.passwordRequired).min(1, text.passwordRequired);
/** Six digits of the app, or one of the recovery codes. */
const code = z.string(text.codeRequired).trim().min(1, text.codeRequired).max(100, text.wrongCode);

export const beginTotpBody = z.strictObject({ password });
export const confirmTotpBody = z.strictObject({ code });
export const endTotpBody = z.strictObject({ password, code });

/** Whether logins ask for a code, and how many recovery codes are unused. */
const totpState = z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number() });
export type TotpState = z.infer<typeof totpState>;

export const totpEndpoints = {
  "GET /api/me/totp": {
    access: "user",
    status: 200,
    output: totpState,
    summary: "Whether signing in asks for a code.",
  },
  "POST /api/me/totp": {
    access: "admin",
    errors: ["wrong_password", "totp_is_on"],
    withoutTotp: true,
    status: 200,
    body: beginTotpBody,
    output: z.object({ secret: z.string(), uri: z.string() }),
    summary: "Begins setting up codes: the secret for an authenticator app.",
  },
  "POST /api/me/totp/confirm": {
    access: "user",
    errors: ["wrong_code", "totp_is_on", "not_found"],
    status: 200,
    body: confirmTotpBody,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    summary: "Switches codes on with the app's first one; answers ten recovery codes, once.",
  },
  "DELETE /api/me/totp": {
    access: "user",
    errors: ["wrong_password", "wrong_code", "not_found"],
    status: 204,
    body: endTotpBody,
    output: noContent,
    summary: "Switches codes off, with password and code.",
  },
} as const satisfies Record<string, Endpoint>;
