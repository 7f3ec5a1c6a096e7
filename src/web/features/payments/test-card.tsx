import { paymentPageMessages } from "#domain/messages/payment-pages.ts";

const text = paymentPageMessages.checkout;
/** The card that succeeds, in the sandbox and in Stripe's test mode. */
const testCard = "4242 4242 4242 4242";

/** In test mode: how to pay without real money. */
export function TestCardHint() {
  return (
    <div className="rounded-md bg-surface px-4 py-3 text-sm">
      <p className="font-medium">{text.testMode}</p>
      <p className="mt-1 text-ink-soft">
        {text.testCard}:{" "}
        <span className="font-semibold whitespace-nowrap text-ink tabular-nums">{testCard}</span>,{" "}
        {text.testCardHint}.
      </p>
    </div>
  );
}
