import { clsx } from "clsx";
import { type OpeningHours, openState } from "#domain/dealers/opening-hours.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { dealerHoursMessages, openStateText } from "#domain/messages/dealer-hours.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { Button, buttonClass } from "#web/components/button.tsx";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { OutLink } from "#web/components/text-link.tsx";
import { api } from "#web/lib/auth.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";
import { usePhone } from "#web/lib/use-phone.ts";
import { type DealerDetails, mapAddress } from "./dealer-meta.ts";
import { HoursTable } from "./hours-table.tsx";
import { useNow } from "./use-now.ts";

const text = ownPageMessages.public;

/** The dealer's phone, address and hours; renders nothing without any. */
export function DealerContact({ dealer, now }: { dealer: DealerDetails; now: string }) {
  const { address, hasPhone, hours } = dealer;
  if (address === null && !hasPhone && hours === null) return null;
  return (
    <section
      aria-label={text.label}
      className="page flex flex-col gap-x-10 gap-y-3 pb-6 sm:flex-row sm:flex-wrap sm:items-start md:pb-10"
    >
      {hasPhone && <Phone key={dealer.id} id={dealer.id} />}
      {address !== null && (
        <address className="flex min-h-11 flex-wrap items-center gap-x-3 not-italic sm:max-w-md">
          <span className="wrap-anywhere">{address}</span>
          <OutLink href={mapAddress(address, dealer.town)} aria-label={text.mapLabel(address)}>
            {text.map}
          </OutLink>
        </address>
      )}
      {hours !== null && <Hours hours={hours} now={now} />}
    </section>
  );
}

/** A tap requests the number and calls it, as on a car's page; then the number stays visible. */
function Phone({ id }: { id: string }) {
  const control = useKeptFocus();
  const { phone, loading, error, reveal } = usePhone({
    id,
    ask: async (signal) =>
      (await api("POST /api/dealers/{id}/contact", { params: { id } }, { signal })).phone,
    failed: text.callFailed,
  });

  async function call() {
    const given = await reveal();
    if (given !== null) location.assign(`tel:${given}`);
  }

  const look = "w-full sm:w-auto sm:min-w-48";
  return (
    <div>
      {phone === null ? (
        <Button
          ref={control}
          className={clsx(look, "noscript:hidden")}
          loading={loading}
          onClick={() => void call()}
        >
          {text.call}
        </Button>
      ) : (
        <a
          ref={control}
          href={`tel:${phone}`}
          className={buttonClass("primary", "md", clsx(look, "tabular-nums"))}
        >
          {formatPhone(phone)}
        </a>
      )}
      <p role="alert" className="mt-2 text-sm font-medium text-red empty:hidden">
        {error}
      </p>
      <p className="hidden text-ink-soft noscript:block">{text.withoutScripts}</p>
    </div>
  );
}

function Hours({ hours, now }: { hours: OpeningHours; now: string }) {
  const state = openState(hours, useNow(now));
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{`${dealerHoursMessages.heading}: `}</span>
        <span className={state.isOpen ? "text-green" : undefined}>{openStateText(state)}</span>
        <StrokeIcon className="size-4 shrink-0 text-ink-soft group-open:rotate-180">
          <path d="m6 9 6 6 6-6" />
        </StrokeIcon>
      </summary>
      <div className="pt-1 pb-2">
        <HoursTable hours={hours} today={state.today} />
      </div>
    </details>
  );
}
