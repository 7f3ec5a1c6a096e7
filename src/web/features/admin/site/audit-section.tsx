import type { ReactNode } from "react";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { AuditEntry } from "#contract/admin-watch.ts";
import { auditActions, auditTargets } from "#domain/admin/audit.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminAuditMessages } from "#domain/messages/admin-audit.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Table, Td, Th } from "#web/components/table.tsx";
import { api } from "#web/lib/auth.ts";
import { type Change, changesOf } from "./audit-changes.ts";
import { type Column, DataTable } from "#web/features/admin/lists/data-table.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { DayFilters, FilterSelect, SearchField } from "#web/features/admin/lists/list-toolbar.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const text = adminAuditMessages;
const shape = {
  sorts: [],
  filters: { who: null, action: auditActions, target: auditTargets, from: null, to: null },
};
/** So many changed fields are read in the row; all of them in the dialog. */
const shownInRow = 3;

function Value({ value }: { value: string | null }) {
  return value === null ? (
    <span className="text-ink-faint">{text.noChanges}</span>
  ) : (
    <span className="wrap-anywhere">{value}</span>
  );
}

function ChangeLine({ change }: { change: Change }) {
  return (
    <li className="wrap-anywhere">
      <span className="text-ink-soft">{change.field}: </span>
      {!change.fact && <Before value={change.before} />}
      <Value value={change.fact ? (change.after ?? change.before) : change.after} />
    </li>
  );
}

function Before({ value }: { value: string | null }) {
  return (
    <>
      <Value value={value} />
      <ArrowRight
        aria-label={text.became}
        role="img"
        className="mx-1 inline size-3.5 align-[-2px] text-ink-faint"
      />
    </>
  );
}

function Changes({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) return <span className="text-ink-faint">{text.noChanges}</span>;
  if (changes.length <= shownInRow && changes.every(isShort)) {
    return (
      <ul className="max-w-96 space-y-0.5">
        {changes.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
      </ul>
    );
  }
  return (
    <Button variant="quiet" className="-mx-2 px-2! text-sm!" onClick={onOpen}>
      {text.showAll(changes.length)}
    </Button>
  );
}

function isShort({ before, after }: Change): boolean {
  return (before ?? "").length + (after ?? "").length <= 120;
}

/** Leads to what the entry is about, where it still has a place of its own. */
function Target({ entry }: { entry: AuditEntry }) {
  const { kind, id, label } = entry.target;
  const gone = entry.action.endsWith(".delete");
  return (
    <span className="block max-w-72 min-w-28 wrap-anywhere">
      <span className="block text-ink-soft">{text.targets[kind]}</span>
      {kind === "car" && !gone ? (
        <Link to={`/car/${id}`} className="text-blue-text hover:underline">
          {label}
        </Link>
      ) : label === "" ? (
        text.whole
      ) : (
        label
      )}
    </span>
  );
}

function columnsFor(onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    {
      id: "when",
      header: text.when,
      cell: ({ row }) => formatMoment(row.original.at),
      meta: { className: "tabular-nums whitespace-nowrap" },
    },
    {
      id: "who",
      header: text.who,
      cell: ({ row }) => (
        <span className="block max-w-48">
          <Email address={row.original.who.email} />
        </span>
      ),
    },
    { id: "action", header: text.action, cell: ({ row }) => text.actions[row.original.action] },
    { id: "target", header: text.target, cell: ({ row }) => <Target entry={row.original} /> },
    {
      id: "changes",
      header: text.changes,
      cell: ({ row }) => <Changes entry={row.original} onOpen={() => onOpen(row.original)} />,
    },
  ];
}

function Card({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  return (
    <div className="text-sm">
      <p className="text-ink-soft tabular-nums">{formatMoment(entry.at)}</p>
      <p className="text-base font-semibold">{text.actions[entry.action]}</p>
      <Target entry={entry} />
      <p className="mt-1 wrap-anywhere text-ink-soft">{entry.who.email}</p>
      <div className="mt-1">
        <Changes entry={entry} onOpen={onOpen} />
      </div>
    </div>
  );
}

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.detailsTitle}
      className="max-w-3xl!"
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{adminPageMessages.actions.close}</Button>
        </div>
      }
    >
      <p className="mb-4">
        <span className="font-semibold">{text.actions[entry.action]}</span>: {entry.target.label}
        <span className="block text-sm text-ink-soft wrap-anywhere">
          {entry.who.email}, {formatMoment(entry.at)}
        </span>
      </p>
      <Table label={text.changes}>
        <thead>
          <tr>
            <Th className="px-3!">{text.field}</Th>
            <Th className="px-3!">{text.before}</Th>
            <Th className="px-3!">{text.after}</Th>
          </tr>
        </thead>
        <tbody>
          {changesOf(entry.before, entry.after).map((change) => (
            <tr key={change.field}>
              <Td className="px-3! align-top! text-ink-soft">{change.field}</Td>
              <Td className="px-3! align-top! whitespace-pre-line">
                <Value value={change.before} />
              </Td>
              <Td className="px-3! align-top! whitespace-pre-line">
                <Value value={change.after} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}

/** The audit log: who did what to what, when, with what was before and after (specification.md#admin). */
export function AuditSection(): ReactNode {
  const address = useListAddress(shape);
  const { state, change, filter } = address;
  const { filters } = state;
  const query = listQuery(state);
  const entries = useAdminQuery(["audit", query], (options) =>
    api("GET /api/admin/audit", { query: new URLSearchParams(query) }, options),
  );
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const [columns] = useState(() => columnsFor(setOpened));

  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 tiny:grid-cols-1 tiny:*:col-span-1! *:min-w-0 max-md:*:[search]:col-span-2 md:grid-cols-3">
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          q={state.q}
          onSearch={(q, refined) => change({ q }, { replace: refined })}
        />
        <SearchField
          label={text.searchWho}
          clearLabel={text.clear}
          q={filters["who"] ?? ""}
          onSearch={(who, refined) => filter("who", who, { replace: refined })}
        />
        <FilterSelect
          label={text.action}
          value={filters["action"] ?? ""}
          options={[
            { value: "", label: text.anyAction },
            ...auditActions.map((action) => ({ value: action, label: text.actions[action] })),
          ]}
          onChange={(action) => filter("action", action)}
        />
        <FilterSelect
          label={text.kind}
          value={filters["target"] ?? ""}
          options={[
            { value: "", label: text.anyTarget },
            ...auditTargets.map((target) => ({ value: target, label: text.targets[target] })),
          ]}
          onChange={(target) => filter("target", target)}
        />
        <DayFilters address={address} labels={text} />
      </div>
      <ListFrame
        query={entries}
        address={address}
        isEmpty={(data) => data.entries.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, waiting) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {text.total(formatNumber(data.pagination.total))}
            </p>
            <DataTable
              label={text.list}
              items={data.entries}
              columns={columns}
              idOf={(entry) => String(entry.id)}
              renderCard={(entry) => <Card entry={entry} onOpen={() => setOpened(entry)} />}
              busy={waiting}
            />
          </>
        )}
      </ListFrame>
      {opened !== null && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
