import type { Kysely } from "kysely";
import type { AdminSettings, SettingsChange, SettingsVersion } from "#contract/settings.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { changes, lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type LiveSettings, newestVersion, type Version } from "./live-settings.ts";
import { insertVersion, lockVersions } from "./settings.queries.ts";
import { changedSettings, flatSettings, presentSettings, readSettings } from "./stored-settings.ts";

/** The job that makes a changed fee's price at Stripe; `money/billing` does it. */
export const planPriceTask = "make_plan_price";

function present({ version, settings, changedAt, changedBy }: Version): AdminSettings {
  return { ...presentSettings(settings), version, changedAt: changedAt.toISOString(), changedBy };
}

/** The newest version, for admins. */
export async function showSettings({ db }: Context): Promise<AdminSettings> {
  const found = await newestVersion(db);
  if (found === null) throw new AppError("not_found");
  return present(found);
}

/** Saves a new version; none where nothing differs. Throws settings_changed where `version` is not the newest. */
export async function saveSettings(
  { db, addJob }: Context,
  live: LiveSettings,
  admin: Actor,
  change: SettingsChange,
): Promise<AdminSettings> {
  const saved = await db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    await lockVersions(trx);
    const before = await newestVersion(trx);
    if (before === null) throw new AppError("not_found");
    if (change.version !== undefined && change.version !== before.version)
      throw new AppError("settings_changed");
    const settings = changedSettings(before.settings, change);
    const changed = changes(flatSettings(before.settings), flatSettings(settings));
    if (changed === null) return before;
    const version = before.version + 1;
    const reason = change.reason ?? null;
    const { changed_at: changedAt } = await insertVersion(trx, version, settings, {
      id: acting.id,
      reason,
    });
    await writeAudit(trx, acting, [
      {
        action: "settings.update",
        kind: "settings",
        targetId: String(version),
        label: `v${version}`,
        ...changed,
        reason,
      },
    ]);
    const cents = settings.fees.subscription;
    if (cents !== before.settings.fees.subscription)
      await addJob(planPriceTask, { cents }, { trx, maxAttempts: 25 });
    return { version, settings, changedAt, changedBy: acting.email };
  });
  live.use(saved);
  return present(saved);
}

/** Versions with what each changed, newest first. */
export async function listVersions(
  db: Kysely<DB>,
  page: Page,
): Promise<{ versions: SettingsVersion[]; total: number }> {
  const all = db
    .selectFrom("settings_versions as v")
    .leftJoin("settings_versions as before", (join) =>
      join.on("before.version", "=", (eb) => eb("v.version", "-", 1)),
    )
    .leftJoin("users", "users.id", "v.changed_by")
    .select(["v.version", "v.settings", "v.changed_at", "v.reason", "users.email as changed_by"])
    .select("before.settings as settings_before")
    .orderBy("v.version", "desc");
  const { rows, total } = await readPage(db, all, page);
  const versions = rows.map((row) => {
    const after = flatSettings(readSettings(row.settings));
    const before = row.settings_before === null ? {} : flatSettings(readSettings(row.settings_before));
    const changed = changes(before, after) ?? { before: {}, after: {} };
    return {
      version: row.version,
      changedAt: row.changed_at.toISOString(),
      changedBy: row.changed_by,
      reason: row.reason,
      before: Object.fromEntries(Object.entries(changed.before).filter(([, value]) => value !== undefined)),
      after: { ...changed.after },
    };
  });
  return { versions, total };
}
