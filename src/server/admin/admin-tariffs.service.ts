import type { Kysely, Transaction } from "kysely";
import type { Tariff, TariffComparison } from "#contract/tariffs.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatDate } from "#domain/format/format.ts";
import { tariffMessages } from "#domain/messages/tariffs.ts";
import type { TariffTerms } from "#domain/tariffs/tariff.ts";
import { tariffDifferences } from "#domain/messages/tariff-differences.ts";
import { tariffFaults } from "#domain/messages/tariff-faults.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  endOpenTariff,
  findTariff,
  insertDraft,
  listTariffs,
  lockTariff,
  lockTariffs,
  setActive,
  tariffAtOrBefore,
  updateDraft,
} from "#server/market/tariffs/tariffs.queries.ts";

/** Tariffs are written as drafts; of an active one only the end can change. */
export interface AdminTariffsService {
  list(page: Page): Promise<{ tariffs: Tariff[]; total: number }>;
  /** With its differences. Throws tariff_not_found. */
  compare(id: string): Promise<TariffComparison>;
  /** Throws validation_failed for an unusable one. */
  create(admin: Actor, terms: TariffTerms): Promise<Tariff>;
  /** `version`: the edited version, or null. Also throws tariff_not_found, tariff_active, version_mismatch. */
  update(admin: Actor, id: string, terms: TariffTerms, version: number | null): Promise<Tariff>;
  /**
   * Activates a draft; the open-ended active one, if it began before, ends the day before. Throws
   * tariff_not_found, and validation_failed if another one covers one of its days.
   */
  activate(admin: Actor, id: string): Promise<Tariff>;
}

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

const labelOf = ({ validFrom }: TariffTerms): string => tariffMessages.from(formatDate(validFrom));

/** The changes for the audit log: texts by topic. */
function changed(before: TariffTerms | null, after: TariffTerms) {
  const differences = tariffDifferences(before, after);
  const said = (side: "before" | "after") =>
    Object.fromEntries(differences.map((one) => [one.field, one[side]]));
  return { before: before === null ? null : said("before"), after: said("after") };
}

async function found(trx: Transaction<DB>, id: string): Promise<Tariff> {
  const tariff = await lockTariff(trx, id);
  if (tariff === null) throw new AppError("tariff_not_found");
  return tariff;
}

export function createAdminTariffsService(deps: {
  readonly db: Kysely<DB>;
  /** Invalidates this process's copy of the active ones. */
  readonly refreshTariffs: () => void;
}): AdminTariffsService {
  const { db, refreshTariffs } = deps;

  return {
    list: (page) => listTariffs(db, page),

    compare: async (id) => {
      const tariff = await findTariff(db, id);
      if (tariff === null) throw new AppError("tariff_not_found");
      const there = await tariffAtOrBefore(db, tariff.validFrom);
      const compared = there?.id === id ? null : there;
      return {
        tariff,
        compared,
        differences: tariff.status === "active" ? [] : tariffDifferences(compared, tariff),
      };
    },

    create: (admin, terms) =>
      db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        refuseFaults(terms);
        const targetId = await insertDraft(trx, terms);
        const { after } = changed(null, terms);
        await writeAudit(trx, acting, [
          { action: "tariff.create", kind: "tariff", targetId, label: labelOf(terms), after },
        ]);
        return found(trx, targetId);
      }),

    update: (admin, id, terms, version) =>
      db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        const before = await found(trx, id);
        if (before.status === "active") throw new AppError("tariff_active");
        if (version !== null && version !== before.version) throw new AppError("version_mismatch");
        refuseFaults(terms);
        const changes = changed(before, terms);
        if (Object.keys(changes.after).length === 0) return before;
        await updateDraft(trx, id, terms);
        await writeAudit(trx, acting, [
          { action: "tariff.update", kind: "tariff", targetId: id, label: labelOf(terms), ...changes },
        ]);
        return found(trx, id);
      }),

    activate: async (admin, id) => {
      const active = await db
        .transaction()
        .execute(async (trx) => {
          await lockTariffs(trx);
          const acting = await lockAdmin(trx, admin);
          const draft = await found(trx, id);
          if (draft.status === "active") return draft;
          // Written by an older release, or by hand.
          refuseFaults(draft);
          const before = await tariffAtOrBefore(trx, draft.validFrom);
          await endOpenTariff(trx, draft.validFrom);
          await setActive(trx, id);
          await writeAudit(trx, acting, [
            {
              action: "tariff.activate",
              kind: "tariff",
              targetId: id,
              label: labelOf(draft),
              ...changed(before, draft),
            },
          ]);
          return found(trx, id);
        })
        .catch(refuseOverlap);
      refreshTariffs();
      return active;
    },
  };
}
