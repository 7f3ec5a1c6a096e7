import type { Kysely } from "kysely";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { findUser, type UserRow } from "./accounts.queries.ts";
import { presentUser } from "./present-user.ts";

/** The account, where the dealer's dashboard is open to it. Throws not_signed_in, dealers_only. */
export async function requireDealer(db: Kysely<DB>, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (user === null) throw new AppError("not_signed_in");
  if (!hasDealerAccess(presentUser(user))) throw new AppError("dealers_only");
  return user;
}
