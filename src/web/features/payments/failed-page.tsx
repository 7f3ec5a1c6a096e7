import { formatPhone } from "#domain/format/format-phone.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Card } from "#web/components/card.tsx";
import { Outcome } from "#web/components/outcome.tsx";
import { Section } from "#web/components/section.tsx";
import { TextLink } from "#web/components/text-link.tsx";

const text = paymentPageMessages.failed;

const contactLook =
  "inline-flex min-h-11 min-w-0 items-center font-medium text-blue-text underline underline-offset-4";

/** /payment/failed: the error if known, possible reasons, and next steps (specification.md#payment-pages). */
export function PaymentFailedPage({
  message,
  canceled,
  contact,
  onBack,
}: {
  /** From the navigation state; null without one. */
  message: string | null;
  /** The person cancelled on the provider's page. */
  canceled: boolean;
  contact: { email: string; phone: string };
  onBack: () => void;
}) {
  const gaveUp = canceled && message === null;
  return (
    <Outcome
      tone={gaveUp ? "neutral" : "bad"}
      title={gaveUp ? text.canceledHeading : text.heading}
      lead={message ?? (canceled ? text.canceled : text.unknown)}
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-center">
        <Button size="lg" onClick={onBack}>
          {text.back}
        </Button>
        <ButtonLink to="/" size="lg" variant="secondary">
          {text.toHome}
        </ButtonLink>
      </div>
      <p className="text-center text-ink-soft">
        {text.kept} <TextLink to="/add-car">{text.resume}</TextLink>
      </p>
      <Card id="causes" heading={text.causes} headingClass="text-lg" frame="surface">
        <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ink-soft">
          {text.causeList.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      </Card>
      <Section id="support" heading={text.support} headingClass="text-lg">
        <p className="mt-1 text-ink-soft">{text.supportText}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          <a href={`mailto:${contact.email}`} className={contactLook}>
            {contact.email}
          </a>
          {contact.phone !== "" && (
            <a href={`tel:${contact.phone}`} className={contactLook}>
              {formatPhone(contact.phone)}
            </a>
          )}
        </p>
      </Section>
    </Outcome>
  );
}
