import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdminStockCode } from "#contract/admin-stock-codes.ts";
import { formatNumber } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { codedColumnNames } from "#domain/stock/stock-codes.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { StockCodeDialog } from "./stock-code-dialog.tsx";
import { actionsColumn } from "#web/features/admin/lists/cells.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList, choice } from "#web/features/admin/lists/declare-list.ts";

function Meaning({ code: { value } }: { code: AdminStockCode }) {
  return value === null ? <Badge tone="red">{text.unknown}</Badge> : carTypeLabel(value);
}

function metOf({ value, rows, dealers }: AdminStockCode): string {
  return value === null ? text.metIn(formatNumber(rows), formatNumber(dealers)) : "";
}

function Actions({ code, onDo }: { code: AdminStockCode; onDo: (what: "put" | "remove") => void }) {
  const isKnown = code.value !== null;
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button
        variant={isKnown ? "secondary" : "primary"}
        className="px-3!"
        aria-label={isKnown ? text.changeOf(code.code) : text.completeOf(code.code)}
        onClick={() => onDo("put")}
      >
        {isKnown ? text.change : text.complete}
      </Button>
      {isKnown && (
        <Button
          variant="danger-quiet"
          className="px-3!"
          aria-label={text.removeOf(code.code)}
          onClick={() => onDo("remove")}
        >
          {text.remove}
        </Button>
      )}
    </span>
  );
}

const codes = adminList({
  endpoint: "GET /api/admin/stock-codes",
  read: ({ codes: items, pagination }) => ({ items, pagination }),
  idOf: ({ column, code }) => `${column}:${code}`,
  text,
  view: { view: "codes" },
  filters: [
    choice("column", {
      label: text.column,
      all: text.anyColumn,
      values: codedColumnNames,
      labelOf: (column) => text.columns[column],
    }),
  ],
  columns: [
    { id: "column", label: text.column, inCard: "fact", cell: ({ column }) => text.columns[column] },
    {
      id: "code",
      label: text.code,
      inCard: "title",
      cell: ({ code }) => <span className="block max-w-64 font-semibold wrap-anywhere">{code}</span>,
    },
    { id: "value", label: text.value, inCard: "line", cell: (code) => <Meaning code={code} /> },
    { id: "met", label: text.met, inCard: "fact", className: "tabular-nums", cell: metOf },
    { ...actionsColumn, cell: (code, open) => <Actions code={code} onDo={open} /> },
  ],
  dialogs: {
    put: (code, { close }) => <StockCodeDialog known={code} onClose={close} />,
    remove: ({ column, code }, { close }) => (
      <ConfirmWrite
        question={{
          title: text.removeTitle,
          text: text.removeText(code),
          confirmLabel: text.removeIt,
          danger: true,
          withoutReason: true,
          send: () => api("DELETE /api/admin/stock-codes", { query: { column, code } }),
          onDone: () => text.removed,
          failed: text.failed,
        }}
        onClose={close}
      />
    ),
  },
});

/** The meanings of mobile.de's codes; those without one come first (specification.md#stock). */
export function StockCodes() {
  const [adding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">{text.intro}</p>
      <AdminList
        list={codes}
        aside={
          <Button onClick={() => setAdding(true)} className="max-sm:w-full">
            <Plus aria-hidden="true" className="size-4" />
            {text.add}
          </Button>
        }
      />
      {adding && <StockCodeDialog known={null} onClose={() => setAdding(false)} />}
    </div>
  );
}
