import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdminCoupon } from "#contract/admin-coupons.ts";
import { formatDate, formatDollars, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { CouponDialog } from "./coupon-dialog.tsx";
import { type Column, DataTable } from "#web/features/admin/lists/data-table.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const shape = { sorts: [], filters: {} };

function worthOf({ percent, amount }: AdminCoupon): string {
  return percent === null ? formatDollars(Math.round((amount ?? 0) * 100)) : `${percent} %`;
}

function untilOf({ validUntil }: AdminCoupon): string {
  return validUntil === null ? text.forever : text.until(formatDate(validUntil));
}

function usesOf({ uses, maxUses }: AdminCoupon): string {
  return text.uses(formatNumber(uses), maxUses === null ? null : formatNumber(maxUses));
}

function Code({ coupon: { code, note, disabledAt } }: { coupon: AdminCoupon }) {
  return (
    <span className="block max-w-64 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {code}
        {disabledAt !== null && <Badge>{text.ended}</Badge>}
      </span>
      {note !== "" && <span className="block text-sm text-ink-soft">{note}</span>}
    </span>
  );
}

function ForWhom({ coupon: { forEmail } }: { coupon: AdminCoupon }) {
  return (
    <span className="block max-w-56 wrap-anywhere">
      {forEmail === null ? text.everybody : forEmail === "" ? text.gone : forEmail}
    </span>
  );
}

function End({ coupon, onEnd }: { coupon: AdminCoupon; onEnd: (coupon: AdminCoupon) => void }) {
  if (coupon.disabledAt !== null) return null;
  return (
    <Button
      variant="danger-quiet"
      className="px-3!"
      aria-label={`${text.end} ${coupon.code}`}
      onClick={() => onEnd(coupon)}
    >
      {text.end}
    </Button>
  );
}

function columnsFor(onEnd: (coupon: AdminCoupon) => void): Column<AdminCoupon>[] {
  return [
    { id: "code", header: text.code, cell: ({ row }) => <Code coupon={row.original} /> },
    {
      id: "worth",
      header: text.worth,
      cell: ({ row }) => worthOf(row.original),
      meta: { className: "font-semibold tabular-nums whitespace-nowrap" },
    },
    { id: "target", header: text.target, cell: ({ row }) => text.targets[row.original.target] },
    { id: "whom", header: text.forWhom, cell: ({ row }) => <ForWhom coupon={row.original} /> },
    {
      id: "until",
      header: text.validity,
      cell: ({ row }) => untilOf(row.original),
      meta: { className: "tabular-nums" },
    },
    {
      id: "uses",
      header: text.used,
      cell: ({ row }) => usesOf(row.original),
      meta: { className: "tabular-nums" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <End coupon={row.original} onEnd={onEnd} />,
      meta: { className: "w-px" },
    },
  ];
}

function Card({ coupon, onEnd }: { coupon: AdminCoupon; onEnd: (coupon: AdminCoupon) => void }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Code coupon={coupon} />
        <span className="font-semibold whitespace-nowrap tabular-nums">{worthOf(coupon)}</span>
      </div>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">
        {[text.targets[coupon.target], untilOf(coupon), usesOf(coupon)].join(" · ")}
      </p>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-3 text-sm">
        <ForWhom coupon={coupon} />
        <End coupon={coupon} onEnd={onEnd} />
      </div>
    </>
  );
}

/** 'Kuponat': every coupon with its uses, making one and ending one (specification.md#payments-desk). */
export function CouponsSection(): ReactNode {
  const address = useListAddress(shape);
  const query = listQuery(address.state);
  const coupons = useAdminQuery(["coupons", query], (options) =>
    api("GET /api/admin/coupons", { query: new URLSearchParams(query) }, options),
  );
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<AdminCoupon | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button onClick={() => setAdding(true)} className="max-sm:w-full">
          <Plus aria-hidden="true" className="size-4" />
          {text.add}
        </Button>
      </div>
      <ListFrame
        query={coupons}
        address={address}
        isEmpty={(data) => data.coupons.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, busy) => (
          <DataTable
            label={text.list}
            items={data.coupons}
            columns={columnsFor(setEnding)}
            idOf={({ id }) => id}
            renderCard={(coupon) => <Card coupon={coupon} onEnd={setEnding} />}
            busy={busy}
          />
        )}
      </ListFrame>
      {adding && <CouponDialog onClose={() => setAdding(false)} />}
      {ending !== null && (
        <ConfirmWrite
          question={{
            title: text.endTitle,
            text: text.endText(ending.code),
            confirmLabel: text.endIt,
            danger: true,
            withoutReason: true,
            send: () => api("DELETE /api/admin/coupons/{id}", { params: { id: ending.id } }),
            onDone: () => text.endedNow,
            failed: text.failed,
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  );
}
