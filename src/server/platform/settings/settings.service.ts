import type { Kysely, Transaction } from "kysely";
import type { AdminSettings, SettingsChange, SettingsVersion, SiteTextAnswer } from "#contract/settings.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { Settings, SiteText } from "#domain/settings/settings.ts";
import { changes, lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { firstSettings, ignoredVariables } from "./first-settings.ts";
import { renderMarkdown } from "./markdown.ts";
import { insertVersion, loadNewest, loadVersions, lockVersions } from "./settings.queries.ts";
import { changedSettings, flatSettings, presentSettings, readSettings } from "./stored-settings.ts";

export interface SettingsDeps {
  readonly db: Kysely<DB>;
  readonly config: Pick<Config, "site" | "givenSettings">;
  readonly log: Logger;
  /** Called in the transaction that saves, with what was and what will be. */
  readonly onSaving?: (trx: Transaction<DB>, before: Settings, after: Settings) => Promise<void>;
}

/** What the operator decides about the site (specification.md#settings). */
export interface SettingsService {
  /** The present settings, from memory: every process follows a change within a second. Fees in USD cents. */
  current(): Settings;
  /** Puts the first version into the database where there is none, and reads the newest. At start, before `current` is used. */
  prepare(): Promise<void>;
  /** There is another version, or may be: it is read, and again until the database answers. */
  refresh(): void;
  /** Calls with each version that comes into use here from now on. */
  onChange(listener: (settings: Settings) => void): void;
  /** One of the site's texts as visitors read it, from memory. */
  text(name: SiteText): SiteTextAnswer;
  /** The newest version, for admins. */
  show(): Promise<AdminSettings>;
  /** Saves a new version; none where nothing differs. Throws settings_changed where `version` is not the newest. */
  save(admin: Actor, change: SettingsChange): Promise<AdminSettings>;
  /** Versions with what each changed, newest first. */
  versions(page: { page: number; limit: number }): Promise<{ versions: SettingsVersion[]; total: number }>;
}

interface Version {
  readonly version: number;
  readonly settings: Settings;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

/** How long to wait before another try to read a version, in ms. */
const retryAfterMs = 1_000;

function present({ version, settings, changedAt, changedBy }: Version): AdminSettings {
  return { ...presentSettings(settings), version, changedAt: changedAt.toISOString(), changedBy };
}

async function newest(from: Kysely<DB>): Promise<Version | null> {
  const row = await loadNewest(from);
  if (row === undefined) return null;
  return {
    version: row.version,
    settings: readSettings(row.settings),
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  };
}

export function createSettingsService({ db, config, log, onSaving }: SettingsDeps): SettingsService {
  const first = firstSettings(config.site);
  const listeners: ((settings: Settings) => void)[] = [];
  // This process's copy; the version guards against an older one that was read later.
  let current: Pick<Version, "version" | "settings"> & { readonly changedAt: Date | null } = {
    version: 0,
    settings: first,
    changedAt: null,
  };
  // Rendered when somebody first reads one of this version.
  const rendered = new Map<SiteText, string>();
  let reading = false;
  let stale = false;

  function use({ version, settings, changedAt }: Version): void {
    if (version <= current.version) return;
    current = { version, settings, changedAt: version === 1 ? null : changedAt };
    rendered.clear();
    for (const listener of listeners) listener(settings);
  }

  async function readAgain(): Promise<void> {
    if (reading) {
      stale = true;
      return;
    }
    reading = true;
    try {
      const found = await newest(db);
      if (found !== null) use(found);
    } catch (error) {
      log.warn("settings.not_read", { error: String(error) });
      setTimeout(() => void readAgain(), retryAfterMs).unref();
    } finally {
      reading = false;
    }
    if (stale) {
      stale = false;
      await readAgain();
    }
  }

  return {
    current: () => current.settings,
    onChange: (listener) => void listeners.push(listener),
    refresh: () => void readAgain(),
    prepare: async () => {
      const found = await db.transaction().execute(async (trx) => {
        const there = await newest(trx);
        if (there !== null) return there;
        await lockVersions(trx);
        const meanwhile = await newest(trx);
        if (meanwhile !== null) return meanwhile;
        const { changed_at: changedAt } = await insertVersion(trx, 1, first, null);
        return { version: 1, settings: first, changedAt, changedBy: null };
      });
      use(found);
      for (const variable of ignoredVariables(config.givenSettings, found.settings))
        log.warn("settings.variable_ignored", { variable, hint: "The value saved in /admin counts." });
    },
    text: (name) => {
      const { settings, changedAt } = current;
      const markdown = settings.texts[name];
      const html = markdown === null ? null : (rendered.get(name) ?? renderMarkdown(markdown));
      if (html !== null) rendered.set(name, html);
      return { html, company: settings.company, changedAt: changedAt?.toISOString() ?? null };
    },
    show: async () => {
      const found = await newest(db);
      if (found === null) throw new AppError("not_found");
      return present(found);
    },
    save: async (admin, change) => {
      const saved = await db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        await lockVersions(trx);
        const before = await newest(trx);
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
        await onSaving?.(trx, before.settings, settings);
        return { version, settings, changedAt, changedBy: acting.email };
      });
      use(saved);
      return present(saved);
    },
    versions: async (page) => {
      const { rows, total } = await loadVersions(db, page);
      const versions = rows.map((row) => {
        const after = flatSettings(readSettings(row.settings));
        const before = row.settings_before === null ? {} : flatSettings(readSettings(row.settings_before));
        const changed = changes(before, after) ?? { before: {}, after: {} };
        return {
          version: row.version,
          changedAt: row.changed_at.toISOString(),
          changedBy: row.changed_by,
          reason: row.reason,
          before: Object.fromEntries(
            Object.entries(changed.before).filter(([, value]) => value !== undefined),
          ),
          after: { ...changed.after },
        };
      });
      return { versions, total };
    },
  };
}
