import { z } from "zod";
import { accountLimits } from "#domain/accounts/account-limits.ts";
import { accountMessages as text } from "#domain/messages/account.ts";

// Separate from accounts.ts, whose phone library signing in does not need.

/** An e-mail address as it is stored: trimmed, lower case. */
export const email = z
  .string(text.emailRequired)
  .trim()
  .min(1, text.emailRequired)
  .max(accountLimits.maxEmail, text.emailInvalid)
  .toLowerCase()
  .refine((value) => value === "" || z.email().safeParse(value).success, text.emailInvalid);

/** A new password: at least `minimum` characters, any Unicode. */
export function newPassword(minimum: number, tooShort: string) {
  return z
    .string(text.passwordRequired)
    .min(1, text.passwordRequired)
    .min(minimum, tooShort)
    .max(accountLimits.maxPassword, text.passwordTooLong);
}

export const loginBody = z.strictObject({
  email: z.string(text.emailRequired).trim().toLowerCase().min(1, text.emailRequired),
  // No maximum here: a wrong password is wrong at any length, and hashing truncates it.
  password: z.string(text.passwordRequired).min(1, text.passwordRequired),
  /** For accounts with a second factor: six digits of the app, or a recovery code. */
  code: z.string().max(100, text.wrongCode).optional(),
});

/** specification.md#profile: a later password must be longer than one of the registration. */
export const profilePassword = newPassword(accountLimits.minPasswordInProfile, text.profilePasswordTooShort);

export const forgotPasswordBody = z.strictObject({ email });
export const resetPasswordBody = z.strictObject({
  token: z.string().min(1).max(200),
  password: profilePassword,
});

export const verifyEmailBody = z.strictObject({ token: z.string().min(1).max(200) });

/** The page's additional rule: both passwords are equal. */
export const resetPasswordForm = z
  .strictObject({ password: profilePassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: text.profilePasswordsDiffer,
  });
