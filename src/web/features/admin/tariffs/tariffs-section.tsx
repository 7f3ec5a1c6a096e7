import { useState } from "react";
import { useNavigate } from "react-router";
import type { Tariff } from "#contract/tariffs.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { formatDate } from "#domain/format/format.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { timeAgo } from "#domain/messages/time-ago.ts";
import { builtInTariffId, isCheckStale, isOver, openQuestions } from "#domain/tariffs/tariff-trust.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { sectionAddress } from "#web/features/admin/sections.ts";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const shape = { sorts: [], filters: {} };

/** "Nga 01.01.2027", "01.01.2026 – 31.12.2026". */
export function periodOf({ validFrom, validTo }: Pick<Tariff, "validFrom" | "validTo">): string {
  return text.period(formatDate(validFrom), validTo === null ? null : formatDate(validTo));
}

/** Copies a tariff into a draft that starts next year, and opens it. */
export function useCopyTariff() {
  const write = useWrite();
  const navigate = useNavigate();
  return useAction(async (tariff: Tariff) => {
    const validFrom = `${new Date().getFullYear() + 1}-01-01`;
    const body = { ...tariff, validFrom, validTo: null };
    const draft = await write(api("POST /api/admin/tariffs", { body }));
    toast.success(text.copied);
    void navigate(sectionAddress("tariffs", { tariff: draft.id }));
  }, text.copyFailed);
}

/** The day in Kosovo on which the screen was opened. */
function useToday(): string {
  const [today] = useState(() => dayOf(new Date()));
  return today;
}

/** A tariff's displayed status: an active one is over after its last day. */
export function useStatus(tariff: Tariff): "draft" | "active" | "over" {
  const today = useToday();
  return tariff.status === "active" && isOver(tariff, today) ? "over" : tariff.status;
}

/**
 * Warns about unconfirmed or old amounts; renders nothing for a tariff that is confirmed and recent, or over.
 */
export function TariffWarnings({ tariff }: { tariff: Tariff }) {
  const today = useToday();
  const open = text.openQuestions(openQuestions(tariff));
  const notes = [
    ...(tariff.id === builtInTariffId ? [text.builtIn] : []),
    ...(isCheckStale(tariff.checkedOn, today) ? [text.stale(timeAgo(tariff.checkedOn, today))] : []),
    ...(open === "" ? [] : [`${open}.`]),
  ];
  if (notes.length === 0 || isOver(tariff, today)) return null;
  return (
    <div className="flex max-w-prose flex-col gap-1 rounded-md bg-gold-soft px-4 py-3 text-sm text-gold-ink">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

const tones = { draft: "blue", active: "green", over: "neutral" } as const;

function StatusBadge({ tariff }: { tariff: Tariff }) {
  const status = useStatus(tariff);
  return <Badge tone={tones[status]}>{text.statuses[status]}</Badge>;
}

/** The tariffs of import costs: drafts first, then the newest. */
export function TariffsSection() {
  const address = useListAddress(shape);
  const query = listQuery(address.state);
  const tariffs = useAdminQuery(["tariffs", query], (options) =>
    api("GET /api/admin/tariffs", { query: new URLSearchParams(query) }, options),
  );
  const copy = useCopyTariff();
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">{text.intro}</p>
      <ListFrame
        query={tariffs}
        address={address}
        isEmpty={(data) => data.tariffs.length === 0}
        empty={{ title: text.empty }}
      >
        {(data, waiting) => (
          <ul aria-label={text.list} aria-busy={waiting} className="flex list-none flex-col gap-3">
            {data.tariffs.map((tariff) => (
              <li
                key={tariff.id}
                data-tariff={tariff.id}
                className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line p-4"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
                    {periodOf(tariff)}
                    <StatusBadge tariff={tariff} />
                  </p>
                  <p className="mt-1 flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft tabular-nums">
                    <span>{tariff.source.title}</span>
                    <span>{text.checked(formatDate(tariff.checkedOn))}</span>
                  </p>
                  {tariff.status === "active" && (
                    <div className="mt-3">
                      <TariffWarnings tariff={tariff} />
                    </div>
                  )}
                </div>
                <div className="flex flex-wrap gap-2">
                  <ButtonLink
                    variant={tariff.status === "draft" ? "primary" : "secondary"}
                    to={sectionAddress("tariffs", { tariff: tariff.id })}
                    aria-label={text.named(
                      tariff.status === "draft" ? text.edit : text.view,
                      periodOf(tariff),
                    )}
                  >
                    {tariff.status === "draft" ? text.edit : text.view}
                  </ButtonLink>
                  <Button
                    variant="secondary"
                    loading={copy.busy}
                    aria-label={text.named(text.copy, periodOf(tariff))}
                    onClick={() => copy.run(tariff)}
                  >
                    {text.copy}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  );
}
