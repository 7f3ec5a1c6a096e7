import type { Kysely } from "kysely";
import { accountMessages } from "#domain/messages/account.ts";
import type { DB } from "#server/db/tables.ts";
import { insertUser, setAdmin } from "./accounts.queries.ts";
import { hashPassword } from "./passwords.ts";

/**
 * Makes sure that this admin exists (ADMIN_EMAIL, ADMIN_PASSWORD). An existing account becomes an admin and keeps its
 * password. Says what it did.
 */
export async function ensureAdmin(
  db: Kysely<DB>,
  admin: { email: string; password: string },
): Promise<"created" | "granted" | "unchanged"> {
  const email = admin.email.trim().toLowerCase();
  const found = await db.selectFrom("users").select("is_admin").where("email", "=", email).executeTakeFirst();
  if (found?.is_admin === true) return "unchanged";
  if (found === undefined) {
    const passwordHash = await hashPassword(admin.password);
    const id = await insertUser(db, {
      ...accountMessages.firstAdmin,
      email,
      phone: null,
      passwordHash,
      isAdmin: true,
    });
    if (id !== null) return "created";
    // Another process was faster, or somebody has just registered it.
  }
  await setAdmin(db, email, true);
  return "granted";
}
