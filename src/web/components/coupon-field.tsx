import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { formatDollars } from "#domain/format/format.ts";
import { couponFieldMessages as text } from "#domain/messages/coupon-field.ts";
import type { CouponInUse } from "#web/lib/use-coupon.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

/** A collapsed question; opens the code's field, then shows the discount on `cents`. */
export function CouponField({
  coupon,
  cents,
  error = coupon.error,
  className,
}: {
  coupon: CouponInUse;
  /** The price before the discount, USD cents. */
  cents: number;
  /** An error that did not come from the server. */
  error?: string | undefined;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isTyping = open && coupon.code === undefined;
  // Moves the focus here once the field was opened, or its coupon removed or refused.
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);
  if (coupon.code !== undefined)
    return (
      <div
        className={clsx(
          "flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-green-soft ps-4",
          className,
        )}
      >
        <p role="status" className="py-2 font-medium wrap-anywhere text-green">
          {text.applied(coupon.code, formatDollars(coupon.discountOf(cents)))}
        </p>
        <Button variant="quiet" className="-ms-4" onClick={coupon.remove}>
          {text.remove}
        </Button>
        {error !== undefined && (
          <p role="alert" className="w-full pe-4 pb-3 text-sm font-medium text-red">
            {error}
          </p>
        )}
      </div>
    );
  if (!open && error === undefined)
    return (
      <div className={className}>
        <Button variant="quiet" className="-ms-4" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </div>
    );
  return (
    <form
      className={clsx("flex items-start gap-3", className)}
      onSubmit={(event) => {
        event.preventDefault();
        void coupon.apply();
      }}
    >
      <Field label={text.label} error={error} className="min-w-0 grow">
        <Input
          className="uppercase"
          value={coupon.typed}
          onChange={(event) => coupon.change(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          ref={input}
        />
      </Field>
      <Button type="submit" variant="secondary" loading={coupon.checking} className="mt-6.5 shrink-0">
        {text.apply}
      </Button>
    </form>
  );
}
