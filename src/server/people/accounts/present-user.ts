import type { User } from "#contract/accounts.ts";
import type { UserRow } from "./accounts.queries.ts";

/** An account for its owner and admins (contract `user`). Not for others. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    phone: row.phone,
    isDealer: row.isDealer,
    isAdmin: row.isAdmin,
    stripeCustomerId: row.stripeCustomerId,
    dealerSubscription: row.hasSubscription
      ? { active: row.subscriptionActive, expiresAt: row.subscriptionEnds?.toISOString() ?? null }
      : null,
    suspension:
      row.suspendedAt === null
        ? null
        : { since: row.suspendedAt.toISOString(), reason: row.suspendedReason ?? "" },
    createdAt: row.createdAt.toISOString(),
  };
}
