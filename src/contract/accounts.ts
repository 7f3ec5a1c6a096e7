import { z } from "zod";
import { accountLimits } from "#domain/accounts/account-limits.ts";
import { accountMessages as text } from "#domain/messages/account.ts";
import { cleanLine } from "#domain/text/clean.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams, noContent } from "./common.ts";
import {
  email,
  forgotPasswordBody,
  loginBody,
  newPassword,
  profilePassword,
  resetPasswordBody,
  verifyEmailBody,
} from "./credentials.ts";
import { optionalPhone } from "./phone.ts";

function personName(required: string) {
  return z
    .string(required)
    .overwrite(cleanLine)
    .min(1, required)
    .max(accountLimits.maxName, text.nameTooLong);
}

/** specification.md#validation, in its order: the first invalid field gives the message. */
export const registerBody = z.strictObject({
  firstName: personName(text.firstNameRequired),
  lastName: personName(text.lastNameRequired),
  email,
  phone: optionalPhone,
  password: newPassword(accountLimits.minPasswordAtRegistration, text.passwordTooShort),
});

/** The form's additional rule: both passwords are equal. */
export const registerForm = registerBody
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: text.passwordsDiffer,
  });

export const updateMeBody = z.strictObject({
  firstName: personName(text.firstNameRequired).optional(),
  lastName: personName(text.lastNameRequired).optional(),
  phone: optionalPhone.optional(),
  password: profilePassword.optional(),
  /** The current password, beside a new one. Without it only a recently opened session may set one. */
  currentPassword: z.string(text.passwordRequired).optional(),
});

/**
 * The profile's form: names and phone of `updateMeBody`, and a new password only if one is typed. Checks in the
 * specification's order (specification.md#validation): first equality, then length. Its output is the body.
 */
export const profileForm = z
  .strictObject({
    firstName: personName(text.firstNameRequired),
    lastName: personName(text.lastNameRequired),
    phone: optionalPhone,
    currentPassword: z.string(),
    password: z.string(),
    confirmPassword: z.string(),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password !== confirmPassword) {
      context.addIssue({ code: "custom", path: ["confirmPassword"], message: text.profilePasswordsDiffer });
      return;
    }
    const wrong = password === "" ? undefined : profilePassword.safeParse(password).error?.issues[0];
    if (wrong) context.addIssue({ code: "custom", path: ["password"], message: wrong.message });
  })
  .transform(({ confirmPassword: _same, currentPassword, password, ...person }) => {
    if (password === "") return person;
    return { ...person, password, ...(currentPassword === "" ? {} : { currentPassword }) };
  });

export const deleteMeBody = z.strictObject({
  password: z.string(text.passwordRequired).min(1, text.passwordRequired),
});
/** The account is not public and cannot publish until an admin lifts the suspension (specification.md#suspension). */
export const suspension = z.object({ since: z.string(), reason: z.string() });

/** The account as its owner sees it. */
export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The e-mail address is verified (specification.md#accounts). */
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  isDealer: z.boolean(),
  isAdmin: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  dealerSubscription: z.object({ active: z.boolean(), expiresAt: z.string().nullable() }).nullable(),
  suspension: suspension.nullable(),
  createdAt: z.string(),
});
export type User = z.infer<typeof user>;

/** specification.md#profile. nextCarPrice in USD dollars. */
export const userStatus = z.object({
  carCount: z.number(),
  activeCars: z.number(),
  soldCars: z.number(),
  isDealer: z.boolean(),
  dealerSubscription: z.object({ active: z.boolean(), expiresAt: z.string().nullable() }).nullable(),
  isFirstCarFree: z.boolean(),
  nextCarPrice: z.number(),
});
export type UserStatus = z.infer<typeof userStatus>;

const session = z.object({ token: z.string(), user });
/** The account was created anyway; the text warns about a very common password. */
const registered = session.extend({ passwordWarning: z.string().optional() });

/** An open session; `lastUsedAt` is exact to five minutes. */
const sessionView = z.object({
  id: z.string(),
  device: z.string(),
  /** The current session. */
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export type SessionView = z.infer<typeof sessionView>;

export const accountEndpoints = {
  "POST /api/register": {
    access: "public",
    errors: ["email_taken"],
    credentials: "own",
    status: 201,
    body: registerBody,
    output: registered,
    summary: "Opens an account and a session.",
  },
  "POST /api/login": {
    access: "public",
    errors: ["wrong_credentials", "code_needed", "wrong_code"],
    credentials: "own",
    status: 200,
    body: loginBody,
    output: session,
    summary: "Opens a session.",
  },
  "POST /api/logout": {
    access: "public",
    credentials: "own",
    status: 204,
    output: noContent,
    summary: "Ends the session, both its secrets.",
  },
  "POST /api/refresh-token": {
    access: "user",
    credentials: "own",
    status: 200,
    output: z.object({ token: z.string() }),
    summary: "A new bearer token for a good one, or for the session's cookie.",
  },
  "GET /api/me": { access: "user", status: 200, output: user, summary: "The signed-in account." },
  "PUT /api/me": {
    access: "user",
    errors: ["password_needed"],
    status: 200,
    body: updateMeBody,
    output: user,
    summary: "Changes the profile.",
  },
  "DELETE /api/me": {
    access: "user",
    errors: ["wrong_password", "last_admin"],
    status: 204,
    body: deleteMeBody,
    output: noContent,
    summary: "Deletes the account, its cars and photos.",
  },
  "GET /api/me/status": {
    access: "user",
    status: 200,
    output: userStatus,
    summary: "Counts and what the next car costs.",
  },
  "GET /api/me/export": {
    access: "user",
    errors: ["too_many_requests"],
    status: 200,
    output: z.record(z.string(), z.unknown()),
    summary: "All that is stored of the account.",
  },
  "GET /api/me/sessions": {
    access: "user",
    status: 200,
    output: z.array(sessionView),
    summary: "One's open sessions, the last used first.",
  },
  "DELETE /api/me/sessions": {
    access: "user",
    status: 204,
    output: noContent,
    summary: "Ends all of one's sessions but the one that asks.",
  },
  "DELETE /api/me/sessions/{id}": {
    access: "user",
    status: 204,
    params: idParams,
    output: noContent,
    summary: "Ends one of one's sessions.",
  },
  "POST /api/password/forgot": {
    access: "public",
    credentials: "own",
    status: 204,
    body: forgotPasswordBody,
    output: noContent,
    summary: "Mails a one-use link, if the account exists.",
  },
  "POST /api/password/reset": {
    access: "public",
    errors: ["reset_link_invalid"],
    credentials: "own",
    status: 204,
    body: resetPasswordBody,
    output: noContent,
    summary: "Sets a new password with the mailed token; ends all sessions.",
  },
  "POST /api/verify-email": {
    access: "public",
    errors: ["verify_link_invalid"],
    credentials: "own",
    status: 204,
    body: verifyEmailBody,
    output: noContent,
    summary: "Proves an account's e-mail address with the mailed token, once, signed in or not.",
  },
  "POST /api/verify-email/resend": {
    access: "user",
    status: 204,
    output: noContent,
    summary: "Mails a new link to the account's address; nothing where it is proven already.",
  },
} as const satisfies Record<string, Endpoint>;
