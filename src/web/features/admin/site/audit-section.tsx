import { Link } from "react-router";
import type { AuditEntry } from "#contract/admin-watch.ts";
import { auditActions, auditTargets } from "#domain/admin/audit.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminAuditMessages } from "#domain/messages/admin-audit.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";
import { type Change, changesOf } from "./audit-changes.ts";
import { Email } from "#web/features/admin/parts/email.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList, choice } from "#web/features/admin/lists/declare-list.ts";

const text = adminAuditMessages;
/** A row shows this many changed fields; the dialog shows all. */
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
      <Value value={value} /> <span className="sr-only">{text.became}</span>
      {/* Text, not an icon: a line may break beside an icon, even at a no-break space. */}
      <span aria-hidden="true" className="text-ink-faint">
        →{"\u00A0"}
      </span>
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

const columns: readonly Column<Change>[] = [
  { heading: text.field, className: "text-ink-soft", cell: ({ field }) => field },
  { heading: text.before, className: "whitespace-pre-line", cell: ({ before }) => <Value value={before} /> },
  { heading: text.after, className: "whitespace-pre-line", cell: ({ after }) => <Value value={after} /> },
];

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
      <RowsTable
        label={text.changes}
        className="[&_td]:px-3! [&_td]:align-top! [&_th]:px-3!"
        columns={columns}
        rows={changesOf(entry.before, entry.after)}
        keyOf={({ field }) => field}
      />
    </Dialog>
  );
}

const entries = adminList({
  endpoint: "GET /api/admin/audit",
  read: ({ entries: items, pagination }) => ({
    items,
    pagination,
    found: text.total(formatNumber(pagination.total)),
  }),
  idOf: ({ id }) => String(id),
  text,
  search: { label: text.search, clear: text.clear },
  filters: [
    { kind: "text", name: "who", label: text.searchWho },
    choice("action", {
      label: text.action,
      all: text.anyAction,
      values: auditActions,
      labelOf: (action) => text.actions[action],
    }),
    choice("target", {
      label: text.kind,
      all: text.anyTarget,
      values: auditTargets,
      labelOf: (target) => text.targets[target],
    }),
    { kind: "days", labels: text },
  ],
  columns: [
    {
      id: "when",
      label: text.when,
      inCard: "fact",
      className: "tabular-nums whitespace-nowrap",
      cell: ({ at }) => formatMoment(at),
    },
    {
      id: "who",
      label: text.who,
      inCard: "fact",
      cell: ({ who }) => (
        <span className="block max-w-48">
          <Email address={who.email} />
        </span>
      ),
      cardCell: ({ who }) => <Email address={who.email} />,
    },
    { id: "action", label: text.action, inCard: "title", cell: ({ action }) => text.actions[action] },
    { id: "target", label: text.target, inCard: "line", cell: (entry) => <Target entry={entry} /> },
    {
      id: "changes",
      label: text.changes,
      inCard: "line",
      cell: (entry, open) => <Changes entry={entry} onOpen={() => open("changes")} />,
    },
  ],
  dialogs: { changes: (entry, { close }) => <EntryDialog entry={entry} onClose={close} /> },
});

/** The audit log: who did what to what, when, with old and new values (specification.md#admin). */
export function AuditSection() {
  return <AdminList list={entries} />;
}
