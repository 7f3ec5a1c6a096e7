import { z } from "zod";
import { keyLimits, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { dealerKeyMessages as text } from "#domain/messages/dealer-keys.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { idParams, noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** An API key of a dealer. The key itself is shown once, at creation. */
export const dealerKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  createdAt: z.string(),
  /** The day of its last call as YYYY-MM-DD, of Europe/Belgrade; null: unused. */
  lastUsedAt: z.string().nullable(),
});
export type DealerKey = z.infer<typeof dealerKey>;

export const newDealerKey = dealerKey.omit({ lastUsedAt: true }).extend({ key: z.string() });
export type NewDealerKey = z.infer<typeof newDealerKey>;

export const dealerKeyBody = z.strictObject({
  name: z
    .string(text.nameRequired)
    .overwrite(cleanLine)
    .min(1, text.nameRequired)
    .max(keyLimits.maxName, text.nameTooLong),
  scopes: z
    .array(z.enum(keyScopes, text.scopeUnknown), text.scopesRequired)
    .min(1, text.scopesRequired)
    .max(keyScopes.length, text.scopeRepeated)
    .refine((chosen) => new Set(chosen).size === chosen.length, text.scopeRepeated),
});
export type DealerKeyBody = z.output<typeof dealerKeyBody>;

/** Dealers only, by session: no key creates or ends keys. */
export const dealerKeyEndpoints = {
  "GET /api/dealer/keys": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: z.array(dealerKey),
    summary: "The dealer's keys for programs, newest first.",
  },
  "POST /api/dealer/keys": {
    access: "user",
    errors: ["dealers_only", "account_suspended", "keys_full"],
    status: 201,
    body: dealerKeyBody,
    output: newDealerKey,
    summary: "Makes a key, which this answer alone shows; 409 where there are five.",
  },
  "DELETE /api/dealer/keys/{id}": {
    access: "user",
    errors: ["dealers_only"],
    status: 204,
    params: idParams,
    notFound: "key_not_found",
    output: noContent,
    summary: "Ends a key: from the next call on it opens nothing.",
  },
} as const satisfies Record<string, Endpoint>;
