import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DealerPage } from "#contract/dealer-page.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { dealerHoursMessages } from "#domain/messages/dealer-hours.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";
import { HoursTable } from "./hours-table.tsx";
import { PageForm } from "./page-form.tsx";
import { QueryCard } from "#web/components/card.tsx";

const text = ownPageMessages.form;
const pageKey = ["dealer", "page"] as const;

/**
 * The additional facts on the dealer's public page, and the form to edit them (specification.md#dealer-page).
 */
export function PageCard() {
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const opener = useKeptFocus();
  const own = useQuery({ queryKey: pageKey, queryFn: () => api("GET /api/dealer/page") });
  return (
    <QueryCard
      id="own-page"
      heading={text.heading}
      headingClass="text-lg"
      intro={<p className="mt-2 max-w-prose text-ink-soft">{text.intro}</p>}
      query={own}
      failed={text.failed}
      skeleton="mt-3 h-24 rounded-md"
    >
      {(page) =>
        editing ? (
          <PageForm
            page={page}
            onSaved={(saved) => {
              client.setQueryData(pageKey, saved);
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <>
            <Told page={page} />
            <Button ref={opener} variant="secondary" className="mt-4" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
          </>
        )
      }
    </QueryCard>
  );
}

function Told({ page: { address, phone, hours } }: { page: DealerPage }) {
  if (address === null && phone === null && hours === null)
    return <p className="mt-3 font-medium">{text.nothing}</p>;
  return (
    <dl className="mt-4 grid gap-4 sm:grid-cols-2">
      {address !== null && (
        <div>
          <dt className="text-sm text-ink-soft">{text.address}</dt>
          <dd className="wrap-anywhere">{address}</dd>
        </div>
      )}
      {phone !== null && (
        <div>
          <dt className="text-sm text-ink-soft">{text.phone}</dt>
          <dd className="tabular-nums">{formatPhone(phone)}</dd>
        </div>
      )}
      {hours !== null && (
        <div className="sm:col-span-2">
          <dt className="text-sm text-ink-soft">{dealerHoursMessages.heading}</dt>
          <dd>
            <HoursTable hours={hours} />
          </dd>
        </div>
      )}
    </dl>
  );
}
