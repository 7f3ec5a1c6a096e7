import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { PaymentSums } from "#contract/admin-payments.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { CsvLink } from "#web/features/admin/lists/list-toolbar.tsx";
import { moneyOf } from "./payment-labels.tsx";

const text = adminPaymentMessages.books;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The month of a day (YYYY-MM-DD), `back` months earlier, from its first day to its last. */
function monthOf(day: string, back: number): Days {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const [from = "", to = ""] = [Date.UTC(year, month - 1 - back, 1), Date.UTC(year, month - back, 0)].map(
    (moment) => new Date(moment).toISOString().slice(0, 10),
  );
  return { from, to };
}

function Sums({ found: { sums, equal } }: { found: PaymentSums }) {
  if (sums.length === 0) return <p role="status">{text.nothing}</p>;
  return (
    <div role="status" className={equal ? "rounded-md bg-green-soft p-3" : "rounded-md bg-red-soft p-3"}>
      <p className="font-semibold">{equal ? text.equal : text.different}</p>
      <ul className="mt-1 flex flex-col gap-3 text-sm tabular-nums">
        {sums.map((sum) => (
          <li key={sum.currency}>
            {text.sums(
              formatNumber(sum.rows),
              moneyOf(sum, sum.net),
              moneyOf(sum, sum.vat),
              moneyOf(sum, sum.gross),
            )}
            <br />
            {text.documents(
              formatNumber(sum.documents.rows),
              moneyOf(sum, sum.documents.vat),
              moneyOf(sum, sum.documents.gross),
            )}
            {sum.rows > sum.documents.rows && ` ${text.waiting(sum.rows - sum.documents.rows)}`}
            <br />
            {text.card(moneyOf(sum, sum.card))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The accountant's file for a date range, and a button that checks its sums against the ledger. */
export function BooksPanel() {
  const [today] = useState(() => dayOf(new Date()));
  const [days, setDays] = useState<Days>(() => monthOf(today, 1));
  const [found, setFound] = useState<PaymentSums | null>(null);
  const query = new URLSearchParams({ ...days });

  function choose(next: Days): void {
    setDays(next);
    setFound(null);
  }

  const check = useAction(
    async () => setFound(await api("GET /api/admin/payments/sums", { query }, { timeoutMs: 60_000 })),
    text.failed,
  );

  return (
    <details className="group rounded-lg border border-line px-4 sm:px-6">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        {text.title}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-3 pb-4">
        <p className="text-sm text-ink-soft">{text.hint}</p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.75rem,35%)),1fr))] items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap sm:gap-3">
          {(["from", "to"] as const).map((name) => (
            <Field key={name} label={adminPaymentMessages[name]} className="min-w-0">
              <Input
                type="date"
                value={days[name]}
                onChange={(event) => choose({ ...days, [name]: event.target.value })}
              />
            </Field>
          ))}
          <Button variant="quiet" onClick={() => choose(monthOf(today, 1))}>
            {text.lastMonth}
          </Button>
          <Button variant="quiet" onClick={() => choose(monthOf(today, 0))}>
            {text.thisMonth}
          </Button>
        </div>
        <div className="flex flex-wrap gap-3">
          <CsvLink href={`/api/admin/payments/export.csv?${query}`} hint={text.hint} />
          <Button variant="secondary" loading={check.busy} onClick={check.run} className="max-sm:grow">
            {text.check}
          </Button>
        </div>
        {found !== null && <Sums found={found} />}
      </div>
    </details>
  );
}
