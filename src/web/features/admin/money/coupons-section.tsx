import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdminCoupon } from "#contract/admin-coupons.ts";
import { formatDate, formatDollars, formatNumber } from "#domain/format/format.ts";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { CouponDialog } from "./coupon-dialog.tsx";
import { actionsColumn, Sum } from "#web/features/admin/lists/cells.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList } from "#web/features/admin/lists/declare-list.ts";

function worthOf({ percent, amount }: AdminCoupon): string {
  return percent === null ? formatDollars(Math.round((amount ?? 0) * 100)) : `${percent}\u00A0%`;
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

const coupons = adminList({
  endpoint: "GET /api/admin/coupons",
  read: ({ coupons: items, pagination }) => ({ items, pagination }),
  idOf: ({ id }) => id,
  text,
  columns: [
    { id: "code", label: text.code, inCard: "title", cell: (coupon) => <Code coupon={coupon} /> },
    { id: "worth", label: text.worth, inCard: "corner", cell: (coupon) => <Sum>{worthOf(coupon)}</Sum> },
    { id: "target", label: text.target, inCard: "fact", cell: ({ target }) => text.targets[target] },
    { id: "whom", label: text.forWhom, inCard: "foot", cell: (coupon) => <ForWhom coupon={coupon} /> },
    { id: "until", label: text.validity, inCard: "fact", className: "tabular-nums", cell: untilOf },
    { id: "uses", label: text.used, inCard: "fact", className: "tabular-nums", cell: usesOf },
    {
      ...actionsColumn,
      cell: ({ code, disabledAt }, open) =>
        disabledAt === null && (
          <Button
            variant="danger-quiet"
            className="px-3!"
            aria-label={`${text.end} ${code}`}
            onClick={() => open("end")}
          >
            {text.end}
          </Button>
        ),
    },
  ],
  dialogs: {
    end: ({ id, code }, { close }) => (
      <ConfirmWrite
        question={{
          title: text.endTitle,
          text: text.endText(code),
          confirmLabel: text.endIt,
          danger: true,
          withoutReason: true,
          send: () => api("DELETE /api/admin/coupons/{id}", { params: { id } }),
          onDone: () => text.endedNow,
          failed: text.failed,
        }}
        onClose={close}
      />
    ),
  },
});

/** 'Kuponat': every coupon with its uses; creates and ends coupons (specification.md#payments-desk). */
export function CouponsSection() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <AdminList
        list={coupons}
        aside={
          <Button onClick={() => setAdding(true)} className="max-sm:w-full">
            <Plus aria-hidden="true" className="size-4" />
            {text.add}
          </Button>
        }
      />
      {adding && <CouponDialog onClose={() => setAdding(false)} />}
    </>
  );
}
