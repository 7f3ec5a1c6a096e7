import { clsx } from "clsx";
import { formatPhone } from "#domain/format/format-phone.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, buttonClass } from "#web/components/button.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { AskIfAvailable } from "./confirmed.tsx";
import { carName, sellerName } from "./car-facts.ts";
import { tellEvent } from "#web/lib/tell-event.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";
import { type ContactWay, contactAddress, contactWays } from "./contact-ways.ts";
import type { CarDetails } from "./load-car.ts";
import type { ContactState } from "./use-contact.ts";

const text = carPageMessages.contact;

type Props = {
  car: CarDetails;
  contact: ContactState;
  /** The page's own URL. The server renders the links for the owner of a car that is not public. */
  address: string;
};

/** The seller, and the number once it was requested. */
export function ContactCard({ car, contact, address, own }: Props & { own: boolean }) {
  const number = useKeptFocus();
  return (
    <section aria-labelledby="contact" className="rounded-lg border border-line p-5">
      <h2 id="contact" className="text-lg">
        {text.heading}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        {car.seller.isDealer ? (
          <TextLink
            to={`/dealers/${car.seller.id}`}
            className="inline-flex min-h-11 items-center wrap-anywhere"
          >
            {sellerName(car)}
          </TextLink>
        ) : (
          <span className="font-medium wrap-anywhere">{sellerName(car)}</span>
        )}
        {car.seller.isDealer && (
          <Badge tone="blue">{car.seller.isVerified ? text.verifiedDealer : text.dealer}</Badge>
        )}
      </p>
      {car.sold ? (
        <p className="mt-3 text-ink-soft">{text.closed}</p>
      ) : (
        <>
          <div className="mt-4 noscript:hidden">
            {contact.phone === null ? (
              <Button
                ref={number}
                variant={own ? "secondary" : "primary"}
                size="lg"
                // On a phone the sticky bar has the primary action.
                className="w-full whitespace-normal! max-lg:not-short:border max-lg:not-short:border-line-strong max-lg:not-short:bg-paper! max-lg:not-short:text-ink"
                loading={contact.loading}
                onClick={() => void contact.reveal()}
              >
                {text.reveal}
              </Button>
            ) : (
              <a
                ref={number}
                href={contactAddress("call", contact.phone, "")}
                className="flex min-h-13 items-center justify-center rounded-md bg-blue-soft text-xl font-bold whitespace-nowrap text-blue-text tabular-nums no-underline"
              >
                {formatPhone(contact.phone)}
              </a>
            )}
            <p role="alert" className="mt-2 text-sm font-medium text-red empty:hidden">
              {contact.error}
            </p>
            <div className="mt-3 flex flex-wrap gap-2 max-lg:not-short:hidden">
              <Ways car={car} contact={contact} address={address} variant="secondary" />
            </div>
          </div>
          <p className="mt-4 hidden text-ink-soft noscript:block">{text.withoutScripts}</p>
          {!own && <AskIfAvailable carId={car._id} />}
          <p className="mt-4 text-sm text-ink-soft tabular-nums">{text.sayNumber(car.number)}</p>
          {/* Not repeated if the page shows the safety advice. */}
          {(own || car.showsAdvice !== true) && (
            <p className="mt-1 text-sm text-ink-faint">{own ? text.adviceOwn : text.advice}</p>
          )}
        </>
      )}
    </section>
  );
}

/** The same on a phone, in a sticky bar; a tap requests the number. */
export function ContactBar({ car, contact, address }: Props) {
  if (car.sold) return null;
  return (
    <section
      aria-label={text.bar}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap gap-2 border-t border-line bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden short:hidden noscript:hidden"
    >
      {/* Announced by the card, which may be scrolled out of view. */}
      <p className="basis-full text-center text-sm font-medium text-red empty:hidden">{contact.error}</p>
      <Ways car={car} contact={contact} address={address} variant="primary" />
    </section>
  );
}

function Ways({ variant, ...props }: Props & { variant: "primary" | "secondary" }) {
  return contactWays.map(({ way, label }, index) => (
    <Way key={way} way={way} label={label} variant={index === 0 ? variant : "secondary"} {...props} />
  ));
}

/** A link once the number is known; before that, a button that requests it and continues. */
function Way({
  car,
  contact,
  address,
  way,
  label,
  variant,
}: Props & { way: ContactWay; label: string; variant: "primary" | "secondary" }) {
  const control = useKeptFocus();
  const message = text.whatsappText(`${carName(car)} ${car.year}`, address);

  async function go() {
    const phone = await contact.reveal();
    if (phone === null) return;
    tell();
    location.assign(contactAddress(way, phone, message));
  }

  /** A call is not recorded here: the server counted it when it returned the number. */
  function tell() {
    if (way !== "call") tellEvent(car._id, way);
  }

  const look = buttonClass(
    variant,
    "md",
    clsx("grow px-2!", contact.loading && "pointer-events-none opacity-70"),
  );
  return contact.phone === null ? (
    <button
      ref={control}
      type="button"
      aria-disabled={contact.loading}
      onClick={() => void go()}
      className={look}
    >
      {label}
    </button>
  ) : (
    <a ref={control} href={contactAddress(way, contact.phone, message)} onClick={tell} className={look}>
      {label}
    </a>
  );
}
