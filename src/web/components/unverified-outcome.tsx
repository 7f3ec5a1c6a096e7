import type { Verification } from "#web/lib/use-verify.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Outcome } from "./outcome.tsx";
import { Loading } from "./states.tsx";

/** The result page of a payment that is not verified: loading, missing, or failed. */
export function UnverifiedOutcome({
  verification,
  onRetry,
  text,
}: {
  verification: Exclude<Verification<unknown>, { status: "verified" }>;
  onRetry: () => void;
  text: {
    verifying: string;
    sessionMissing: string;
    sessionMissingText: string;
    toPayments: string;
    verifyFailedText: string;
    retry: string;
    toHome: string;
  };
}) {
  if (verification.status === "verifying") return <Loading label={text.verifying} className="min-h-96" />;
  const missing = verification.status === "missing";
  return (
    <Outcome
      tone="bad"
      title={missing ? text.sessionMissing : verification.message}
      lead={missing ? text.sessionMissingText : text.verifyFailedText}
    >
      <div className="flex flex-col justify-center gap-3 sm:flex-row">
        {missing ? (
          <ButtonLink to="/payments" size="lg">
            {text.toPayments}
          </ButtonLink>
        ) : (
          <Button size="lg" onClick={onRetry}>
            {text.retry}
          </Button>
        )}
        <ButtonLink to="/" size="lg" variant="secondary">
          {text.toHome}
        </ButtonLink>
      </div>
    </Outcome>
  );
}
