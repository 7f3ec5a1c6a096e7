import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tariff, TariffBody, TariffComparison } from "#contract/tariffs.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatDate } from "#domain/format/format.ts";
import { tariffMessages } from "#domain/messages/tariffs.ts";
import type { TariffTerms } from "#domain/tariffs/tariff.ts";
import { tariffDifferences } from "#domain/messages/tariff-differences.ts";
import { tariffFaults } from "#domain/messages/tariff-faults.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { AppError } from "#server/http/app-error.ts";
import { findTariff, lockTariff, tariffAtOrBefore } from "#server/market/tariffs/tariffs.queries.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";
import type { DB } from "#server/platform/db/tables.ts";

function refuseFaults(terms: TariffTerms): void {
  const fields = tariffFaults(terms);
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError("validation_failed", { message, fields });
}

function refuseOverlap(error: unknown): never {
  if (!(error instanceof Error && "code" in error && error.code === "23P01")) throw error;
  const message = tariffMessages.overlaps;
  throw new AppError("validation_failed", { message, fields: { validFrom: message } });
}

const columnsOf = (terms: TariffTerms) => ({
  valid_from: terms.validFrom,
  valid_to: terms.validTo,
  max_age_years: terms.maxAgeYears,
  source_title: terms.source.title,
  source_url: terms.source.url,
  checked_on: terms.checkedOn,
  lines: JSON.stringify(terms.lines),
});

const labelOf = ({ validFrom }: TariffTerms): string => tariffMessages.from(formatDate(validFrom));

/** What changed, as the audit log keeps it: words by what they are about. */
function changed(before: TariffTerms | null, after: TariffTerms) {
  const differences = tariffDifferences(before, after);
  const said = (side: "before" | "after") =>
    Object.fromEntries(differences.map((one) => [one.field, one[side]]));
  return { before: before === null ? null : said("before"), after: said("after") };
}

/** A tariff with what it changes. Throws tariff_not_found. */
export async function compareTariff({ db }: Pick<Context, "db">, id: string): Promise<TariffComparison> {
  const tariff = await findTariff(db, id);
  const there = await tariffAtOrBefore(db, tariff.validFrom);
  const compared = there?.id === id ? null : there;
  return {
    tariff,
    compared,
    differences: tariff.status === "active" ? [] : tariffDifferences(compared, tariff),
  };
}

/** Writes a draft. Throws validation_failed for one that cannot be used. */
export function createTariff(ctx: Context, admin: Actor, { reason, ...terms }: TariffBody): Promise<Tariff> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, audit }) => {
    refuseFaults(terms);
    const targetId = uuidv7();
    await trx
      .insertInto("tariffs")
      .values({ id: targetId, ...columnsOf(terms) })
      .execute();
    const { after } = changed(null, terms);
    await audit({ action: "tariff.create", kind: "tariff", targetId, label: labelOf(terms), after });
    return lockTariff(trx, targetId);
  });
}

/**
 * Changes a draft; an active tariff never changes, but for the day on which it ends. `version`: the one that it was
 * changed from, or null. Throws validation_failed, tariff_not_found, tariff_active, version_mismatch.
 */
export function updateTariff(
  ctx: Context,
  admin: Actor,
  id: string,
  { reason, ...terms }: TariffBody,
  version: number | null,
): Promise<Tariff> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, audit }) => {
    const before = await lockTariff(trx, id);
    if (before.status === "active") throw new AppError("tariff_active");
    if (version !== null && version !== before.version) throw new AppError("version_mismatch");
    refuseFaults(terms);
    const changes = changed(before, terms);
    if (Object.keys(changes.after).length === 0) return before;
    await trx
      .updateTable("tariffs")
      .set({ ...columnsOf(terms), version: sql<number>`version + 1` })
      .where("id", "=", id)
      .execute();
    await audit({ action: "tariff.update", kind: "tariff", targetId: id, label: labelOf(terms), ...changes });
    return lockTariff(trx, id);
  });
}

/**
 * Serialises activations until their transactions end: two that wait for each other by the constraint
 * tariffs_one_a_day would deadlock.
 */
async function lockTariffs(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.tariffs})`.execute(trx);
}

/**
 * Makes a draft count; the active one without an end, where it began before, ends the day before. Throws
 * tariff_not_found, and validation_failed where another one counts on one of its days.
 */
export async function activateTariff(ctx: Context, admin: Actor, id: string): Promise<Tariff> {
  const active = await adminWrite(ctx, admin, { lockFirst: lockTariffs }, async ({ trx, audit }) => {
    const draft = await lockTariff(trx, id);
    if (draft.status === "active") return draft;
    // One that an older release wrote, or a person by hand.
    refuseFaults(draft);
    const before = await tariffAtOrBefore(trx, draft.validFrom);
    await trx
      .updateTable("tariffs")
      .set({ valid_to: sql<string>`${draft.validFrom}::date - 1`, version: sql<number>`version + 1` })
      .where("status", "=", "active")
      .where("valid_to", "is", null)
      .where("valid_from", "<", draft.validFrom)
      .execute();
    // Fails with the constraint tariffs_one_a_day if another tariff covers one of its days.
    await trx
      .updateTable("tariffs")
      .set({ status: "active", version: sql<number>`version + 1` })
      .where("id", "=", id)
      .execute();
    await audit({
      action: "tariff.activate",
      kind: "tariff",
      targetId: id,
      label: labelOf(draft),
      ...changed(before, draft),
    });
    return lockTariff(trx, id);
  }).catch(refuseOverlap);
  ctx.tariffs.refresh();
  return active;
}
