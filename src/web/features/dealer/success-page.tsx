import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { Outcome } from "#web/components/outcome.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { UnverifiedOutcome } from "#web/components/unverified-outcome.tsx";
import { api, useAuth } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import { useVerify } from "#web/lib/use-verify.ts";
import { Card } from "#web/components/card.tsx";

const text = dealerPageMessages.success;

function Welcome() {
  return (
    <Outcome tone="good" title={text.heading} lead={text.activated}>
      <Card id="next" heading={text.next} headingClass="text-lg" frame="surface">
        <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ink-soft marker:text-blue-text">
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ButtonLink to="/add-car" size="lg" className="sm:flex-1">
          {text.addCar}
        </ButtonLink>
        <ButtonLink to="/profile" size="lg" variant="secondary" className="sm:flex-1">
          {text.toProfile}
        </ButtonLink>
      </div>
      <p className="text-center">
        <TallLink to="/autosallon-dashboard">{text.toDashboard}</TallLink>
      </p>
    </Outcome>
  );
}

/** /autosallon/success: whether the subscription is paid, and the welcome (specification.md#dealers). */
export function DealerSuccessPage({ sessionId }: { sessionId: string }) {
  const { reload } = useAuth();
  const { verification, retry } = useVerify(
    sessionId,
    async (id) => {
      await api("POST /api/payment/verify-dealer-subscription", { body: { sessionId: id } });
      invalidateLists();
      // The account is now a dealer's: menus and prices must show it. Fails for
      // somebody who returned signed out.
      await reload().catch(() => undefined);
    },
    text.verifyFailed,
  );
  if (verification.status === "verified") return <Welcome />;
  return <UnverifiedOutcome verification={verification} onRetry={retry} text={text} />;
}
