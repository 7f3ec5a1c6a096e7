import { useState } from "react";
import type { SettingsVersion } from "#contract/settings.ts";
import { adminSettingsMessages as text } from "#domain/messages/admin-settings.ts";
import { Button } from "#web/components/button.tsx";
import { Section } from "#web/components/section.tsx";
import { Loading } from "#web/components/states.tsx";
import { api } from "#web/lib/auth.ts";
import { type Change, changesOf } from "./audit-changes.ts";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { changedLines } from "./settings-values.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";

const perPage = 10;
/** Long values are shown as a line diff. */
const isLong = ({ before, after }: Change) => (before ?? "").length + (after ?? "").length > 120;

function Lines({ label, lines, look }: { label: string; lines: readonly string[]; look: string }) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label={label} className={`mt-1 rounded-sm px-2 py-1 text-sm wrap-anywhere ${look}`}>
      {lines.map((line) => (
        <li key={line}>
          <span className="sr-only">{label}: </span>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The old and new value of one setting; before saving, and in the history. */
export function SettingChange({ change }: { change: Change }) {
  const { field, before, after } = change;
  if (isLong(change)) {
    const { removed, added } = changedLines(before ?? "", after ?? "");
    return (
      <li>
        <details>
          <summary className="min-h-11 cursor-pointer py-2">
            {field}: <span className="text-ink-soft">{text.longChanged}</span>
          </summary>
          <Lines label={text.removed} lines={removed} look="bg-red-soft line-through" />
          <Lines label={text.added} lines={added} look="bg-green-soft" />
        </details>
      </li>
    );
  }
  return (
    <li className="wrap-anywhere">
      {field}: <span className="text-ink-soft">{before ?? "–"}</span> →{" "}
      <span className="font-medium">{after ?? "–"}</span>
    </li>
  );
}

function Version({ one }: { one: SettingsVersion }) {
  const isFirst = one.version === 1;
  return (
    <li className="border-t border-line py-4 tabular-nums">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">{text.version(one.version)}</span>
        <span className="text-ink-soft">{formatMoment(one.changedAt)}</span>
        <span className="wrap-anywhere text-ink-soft">
          {isFirst ? text.first : (one.changedBy ?? text.noOne)}
        </span>
      </p>
      {one.reason !== null && <p className="mt-1 text-ink-soft wrap-anywhere">«{one.reason}»</p>}
      {!isFirst && (
        <ul className="mt-1">
          {changesOf(one.before, one.after).map((change) => (
            <SettingChange key={change.field} change={change} />
          ))}
        </ul>
      )}
    </li>
  );
}

export function SettingsHistory() {
  const [page, setPage] = useState(1);
  const versions = useAdminQuery(["settings", "versions", page], (options) =>
    api("GET /api/admin/settings/versions", { query: { page, limit: perPage } }, options),
  );
  const { data } = versions;
  const isLast = data === undefined || data.length < perPage || data.at(-1)?.version === 1;
  return (
    <Section id="versions" heading={text.history}>
      <Loaded query={versions} loading={<Loading />}>
        {(read) => (
          <ol className="mt-3" aria-busy={versions.isPlaceholderData}>
            {read.map((one) => (
              <Version key={one.version} one={one} />
            ))}
          </ol>
        )}
      </Loaded>
      {(page > 1 || !isLast) && (
        <div className="flex gap-2">
          <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text.newer}
          </Button>
          <Button variant="secondary" disabled={isLast} onClick={() => setPage(page + 1)}>
            {text.older}
          </Button>
        </div>
      )}
    </Section>
  );
}
