import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdminStockCode } from "#contract/admin-stock-codes.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { codedColumnNames } from "#domain/stock/stock-codes.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { type Column, DataTable } from "#web/features/admin/lists/data-table.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { FilterSelect, Toolbar } from "#web/features/admin/lists/list-toolbar.tsx";
import { StockCodeDialog } from "./stock-code-dialog.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

// `view` is the tab's own: it says that this list is shown, and narrows nothing.
const shape = { sorts: [], filters: { view: ["codes"], column: codedColumnNames } };

interface Doing {
  readonly what: "put" | "remove";
  /** Null: a code that no file had yet. */
  readonly code: AdminStockCode | null;
}

function Meaning({ code: { value } }: { code: AdminStockCode }) {
  return value === null ? <Badge tone="red">{text.unknown}</Badge> : carTypeLabel(value);
}

function metOf({ value, rows, dealers }: AdminStockCode): string {
  return value === null ? text.metIn(formatNumber(rows), formatNumber(dealers)) : "";
}

function Actions({ code, onDo }: { code: AdminStockCode; onDo: (doing: Doing) => void }) {
  const isKnown = code.value !== null;
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button
        variant={isKnown ? "secondary" : "primary"}
        className="px-3!"
        aria-label={isKnown ? text.changeOf(code.code) : text.completeOf(code.code)}
        onClick={() => onDo({ what: "put", code })}
      >
        {isKnown ? text.change : text.complete}
      </Button>
      {isKnown && (
        <Button
          variant="danger-quiet"
          className="px-3!"
          aria-label={text.removeOf(code.code)}
          onClick={() => onDo({ what: "remove", code })}
        >
          {text.remove}
        </Button>
      )}
    </span>
  );
}

function columnsFor(onDo: (doing: Doing) => void): Column<AdminStockCode>[] {
  return [
    { id: "column", header: text.column, cell: ({ row }) => text.columns[row.original.column] },
    {
      id: "code",
      header: text.code,
      cell: ({ row }) => (
        <span className="block max-w-64 font-semibold wrap-anywhere">{row.original.code}</span>
      ),
    },
    { id: "value", header: text.value, cell: ({ row }) => <Meaning code={row.original} /> },
    {
      id: "met",
      header: text.met,
      cell: ({ row }) => metOf(row.original),
      meta: { className: "tabular-nums" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions code={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

function Card({ code, onDo }: { code: AdminStockCode; onDo: (doing: Doing) => void }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold wrap-anywhere">{code.code}</span>
        <span className="text-sm text-ink-soft">{text.columns[code.column]}</span>
      </p>
      <p className="mt-1 mb-3 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <Meaning code={code} />
        <span className="text-ink-soft tabular-nums">{metOf(code)}</span>
      </p>
      <Actions code={code} onDo={onDo} />
    </>
  );
}

/** What mobile.de's codes mean here; those that nobody has said it of stand first (specification.md#stock). */
export function StockCodes() {
  const address = useListAddress(shape);
  const { filters } = address.state;
  const query = listQuery(address.state);
  const codes = useAdminQuery(["stock-codes", query], (options) =>
    api("GET /api/admin/stock-codes", { query: new URLSearchParams(query) }, options),
  );
  const [doing, setDoing] = useState<Doing | null>(null);
  const [columns] = useState(() => columnsFor(setDoing));
  const removed = doing?.what === "remove" ? doing.code : null;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">{text.intro}</p>
      <Toolbar>
        <FilterSelect
          label={text.column}
          value={filters["column"] ?? ""}
          options={[
            { value: "", label: text.anyColumn },
            ...codedColumnNames.map((value) => ({ value, label: text.columns[value] })),
          ]}
          onChange={(value) => address.filter("column", value)}
        />
        <Button onClick={() => setDoing({ what: "put", code: null })} className="max-sm:w-full">
          <Plus aria-hidden="true" className="size-4" />
          {text.add}
        </Button>
      </Toolbar>
      <ListFrame
        query={codes}
        address={{
          state: {
            ...address.state,
            filters: Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "view")),
          },
          filter: address.filter,
          // "Pastro" of an empty list leaves the view as it is.
          change: (change, options) =>
            address.change(
              change.filters === undefined
                ? change
                : { ...change, filters: { ...change.filters, view: "codes" } },
              options,
            ),
        }}
        isEmpty={(data) => data.codes.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, busy) => (
          <DataTable
            label={text.list}
            items={data.codes}
            columns={columns}
            idOf={({ column, code }) => `${column}:${code}`}
            renderCard={(code) => <Card code={code} onDo={setDoing} />}
            busy={busy}
          />
        )}
      </ListFrame>
      {doing?.what === "put" && <StockCodeDialog known={doing.code} onClose={() => setDoing(null)} />}
      {removed !== null && (
        <ConfirmWrite
          question={{
            title: text.removeTitle,
            text: text.removeText(removed.code),
            confirmLabel: text.removeIt,
            danger: true,
            withoutReason: true,
            send: () =>
              api("DELETE /api/admin/stock-codes", {
                query: { column: removed.column, code: removed.code },
              }),
            onDone: () => text.removed,
            failed: text.failed,
          }}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  );
}
