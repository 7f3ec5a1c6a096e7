import { useState } from "react";
import { useNavigate } from "react-router";
import type { Tariff as TariffRecord, TariffComparison, TariffInput } from "#contract/tariffs.ts";
import { formatDate } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { Button } from "#web/components/button.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { ConflictNotice } from "#web/features/admin/parts/record-form.tsx";
import { sectionAddress } from "#web/features/admin/sections.ts";
import { TariffFacts } from "./tariff-facts.tsx";
import { TariffForm } from "./tariff-form.tsx";
import { periodOf, TariffWarnings, useCopyTariff, useStatus } from "./tariffs-section.tsx";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";

export function TariffScreen({ id }: { id: string }) {
  const query = useAdminQuery(["tariff", id], (options) =>
    api("GET /api/admin/tariffs/{id}", { params: { id } }, options),
  );
  return (
    <div className="flex flex-col gap-4">
      <p>
        <TallLink to={sectionAddress("tariffs")}>{text.back}</TallLink>
      </p>
      <Loaded query={query} gone={text.gone}>
        {(comparison) => <Tariff comparison={comparison} />}
      </Loaded>
    </div>
  );
}

function Tariff({ comparison }: { comparison: TariffComparison }) {
  const { tariff } = comparison;
  const write = useWrite();
  const copy = useCopyTariff();
  // What the form shows: what was typed stays although the tariff is read again meanwhile.
  const [shown, setShown] = useState(tariff);
  const [dirty, setDirty] = useState(false);
  const [conflict, setConflict] = useState<"stale" | "gone" | null>(null);
  const [asking, setAsking] = useState(false);
  const isActive = tariff.status === "active";
  const status = useStatus(tariff);
  if (!dirty && shown.version < tariff.version) setShown(tariff);

  function begin(read: TariffRecord): void {
    setShown(read);
    setDirty(false);
    setConflict(null);
  }

  const reload = useAction(async () => {
    const read = await api("GET /api/admin/tariffs/{id}", { params: { id: tariff.id } });
    begin(read.tariff);
  }, adminPageMessages.loadFailedHint);

  async function save(terms: TariffInput): Promise<void> {
    try {
      begin(
        await write(
          api(
            "PUT /api/admin/tariffs/{id}",
            { params: { id: tariff.id }, body: terms },
            { headers: { "If-Match": `"${shown.version}"` } },
          ),
        ),
      );
      toast.success(text.saved);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setConflict("stale");
      else if (error instanceof ApiError && error.status === 404) setConflict("gone");
      else throw error;
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{text.heading(text.statuses[status], periodOf(tariff))}</h2>
        {isActive && (
          <Button loading={copy.busy} onClick={() => copy.run(tariff)}>
            {text.copy}
          </Button>
        )}
      </div>
      {/* What was typed stays in sight if another admin activates the draft. */}
      {isActive && !dirty ? (
        <>
          <p className="rounded-md bg-surface px-4 py-3">{text.readOnly}</p>
          <TariffWarnings tariff={tariff} />
          <TariffFacts tariff={tariff} />
        </>
      ) : (
        <>
          <Differences comparison={comparison} />
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={dirty} onClick={() => setAsking(true)}>
              {text.activate}
            </Button>
            {dirty && <p className="text-sm text-ink-soft">{text.saveFirst}</p>}
          </div>
          <TariffForm
            // A new version remounts the form with its values.
            key={shown.version}
            tariff={shown}
            conflict={
              conflict && (
                <ConflictNotice isGone={conflict === "gone"} reloading={reload.busy} onReload={reload.run} />
              )
            }
            onDirty={setDirty}
            onSave={save}
          />
        </>
      )}
      {asking && <Activation comparison={comparison} onClose={() => setAsking(false)} />}
    </>
  );
}

const columns: readonly Column<TariffComparison["differences"][number]>[] = [
  { heading: text.field, cell: ({ field }) => field },
  { heading: text.before, className: "text-ink-soft", cell: ({ before }) => before ?? text.nothing },
  { heading: text.after, className: "font-medium", cell: ({ after }) => after ?? text.nothing },
];

function Differences({ comparison: { compared, differences } }: { comparison: TariffComparison }) {
  const title = compared === null ? text.differencesAll : text.differences(periodOf(compared));
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-lg">{title}</h3>
      {differences.length === 0 ? (
        <p className="text-ink-soft">{text.noDifferences}</p>
      ) : (
        <RowsTable label={title} columns={columns} rows={differences} keyOf={({ field }) => field} />
      )}
    </div>
  );
}

/** The day on which activating ends the compared tariff; null if it already has an end. */
function lastDayOf({ compared, tariff }: TariffComparison): string | null {
  if (compared === null || compared.validTo !== null) return null;
  const day = new Date(`${tariff.validFrom}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return formatDate(day);
}

function Activation({ comparison, onClose }: { comparison: TariffComparison; onClose: () => void }) {
  const navigate = useNavigate();
  const { tariff, differences } = comparison;
  return (
    <ConfirmWrite
      question={{
        title: text.activateTitle(formatDate(tariff.validFrom)),
        text: text.activateText(differences.length, lastDayOf(comparison), {
          title: tariff.source.title,
          checkedOn: formatDate(tariff.checkedOn),
        }),
        confirmLabel: text.activate,
        withoutReason: true,
        send: () => api("POST /api/admin/tariffs/{id}/activate", { params: { id: tariff.id } }),
        onDone: () => {
          // Cars' prices with plates have changed.
          invalidateLists();
          void navigate(sectionAddress("tariffs"));
          return text.activated;
        },
        failed: text.activateFailed,
      }}
      onClose={onClose}
    />
  );
}
