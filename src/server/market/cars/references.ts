import type { Kysely } from "kysely";
import { stockMessages } from "#domain/messages/stock.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { isReferenceTaken } from "./cars.queries.ts";

function referenceTaken(cause?: unknown): AppError {
  const message = stockMessages.referenceTaken;
  return new AppError("validation_failed", { message, fields: { reference: message }, cause });
}

/** Another car of the owner has the reference: the unique index decides, also for concurrent writes. */
export function explainReference(error: unknown): never {
  if (error instanceof Error && "constraint" in error && error.constraint === "cars_reference")
    throw referenceTaken(error);
  throw error;
}

/** Checked before a car is paid for. Throws validation_failed (`fields.reference`). */
export async function requireFreeReference(
  db: Kysely<DB>,
  ownerId: string,
  reference: string | null | undefined,
): Promise<void> {
  if (await isReferenceTaken(db, ownerId, reference)) throw referenceTaken();
}
