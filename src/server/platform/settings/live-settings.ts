import type { Kysely } from "kysely";
import type { SiteTextAnswer } from "#contract/settings.ts";
import type { Settings, SiteText } from "#domain/settings/settings.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import { firstSettings, ignoredVariables } from "./first-settings.ts";
import { renderMarkdown } from "./markdown.ts";
import { insertVersion, loadNewest, lockVersions } from "./settings.queries.ts";
import { readSettings } from "./stored-settings.ts";

interface LiveSettingsDeps {
  readonly db: Kysely<DB>;
  readonly config: Pick<Config, "site" | "givenSettings">;
  readonly log: Logger;
}

/** The present settings of the site (specification.md#settings), in this process. */
export interface LiveSettings {
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
  /** Takes a version into use here, unless a newer one is. */
  use(version: Version): void;
}

/** Settings as they were saved. */
export interface Version {
  readonly version: number;
  readonly settings: Settings;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

/** How long to wait before another try to read a version, in ms. */
const retryAfterMs = 1_000;

/** The newest version; null before the first start. */
export async function newestVersion(from: Kysely<DB>): Promise<Version | null> {
  const row = await loadNewest(from);
  if (row === undefined) return null;
  return {
    version: row.version,
    settings: readSettings(row.settings),
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  };
}

export function createLiveSettings({ db, config, log }: LiveSettingsDeps): LiveSettings {
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
      const found = await newestVersion(db);
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
        const there = await newestVersion(trx);
        if (there !== null) return there;
        await lockVersions(trx);
        const meanwhile = await newestVersion(trx);
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
    use,
  };
}
