import { useState } from "react";
import type { AskedCar } from "#contract/confirmations.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { wholeItems } from "#web/lib/whole-items.ts";

const text = confirmationMessages.page;

type Answer = "on_sale" | "sold" | "not_sold";
type Outcome = "ask" | Answer | "gone";

const said = {
  on_sale: { title: text.onSaleDone, note: text.onSaleDoneText },
  sold: { title: text.soldDone, note: text.soldDoneText },
  not_sold: { title: text.onSaleDone, note: text.undone },
  gone: { title: text.goneTitle, note: text.goneText },
} as const;

/**
 * The page of a mailed question: the car and two buttons, without signing in. `asked`
 * null: the link is no longer valid.
 */
export function ConfirmPage({ asked }: { asked: { token: string; car: AskedCar } | null }) {
  const [outcome, setOutcome] = useState<Outcome>(asked === null ? "gone" : "ask");
  const [sending, setSending] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function answer(token: string, value: Answer): Promise<void> {
    if (sending !== null) return;
    setSending(value);
    setFailure(null);
    try {
      await api("POST /api/confirmation", { body: { token, answer: value } });
      setOutcome(value);
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) setOutcome("gone");
      else setFailure(messageOf(error, text.failed));
    } finally {
      setSending(null);
    }
  }

  return (
    <div className="page flex justify-center py-8 md:py-12">
      <section
        aria-labelledby="question"
        className="w-full max-w-md rounded-lg border border-line p-5 sm:p-8"
      >
        {asked !== null && outcome === "ask" ? (
          <>
            <h1 id="question" className="text-2xl">
              {text.title}
            </h1>
            <p className="mt-2 text-ink-soft">{text.intro}</p>
            <CarLine car={asked.car} />
            <FormError>{failure}</FormError>
            <div className="mt-5 grid gap-3 noscript:hidden">
              <Button
                size="lg"
                loading={sending === "on_sale"}
                onClick={() => void answer(asked.token, "on_sale")}
              >
                {text.onSale}
              </Button>
              <Button
                size="lg"
                variant="secondary"
                loading={sending === "sold"}
                onClick={() => void answer(asked.token, "sold")}
              >
                {text.sold}
              </Button>
            </div>
            <p className="mt-5 hidden text-ink-soft noscript:block">{text.withoutScripts}</p>
          </>
        ) : (
          <div role="status">
            <h1 id="question" className="text-2xl">
              {said[outcome === "ask" ? "gone" : outcome].title}
            </h1>
            <p className="mt-2">{said[outcome === "ask" ? "gone" : outcome].note}</p>
            {asked !== null && <CarLine car={asked.car} />}
            <FormError>{failure}</FormError>
            <div className="mt-5 grid gap-3">
              {asked !== null && outcome === "sold" && (
                <Button
                  size="lg"
                  variant="secondary"
                  className="whitespace-normal!"
                  loading={sending === "not_sold"}
                  onClick={() => void answer(asked.token, "not_sold")}
                >
                  {text.undo}
                </Button>
              )}
              {asked !== null && outcome !== "gone" && outcome !== "sold" && (
                <ButtonLink size="lg" to={`/car/${asked.car.id}`}>
                  {text.toCar}
                </ButtonLink>
              )}
              <ButtonLink size="lg" variant="secondary" to="/my-publishings">
                {text.toMyCars}
              </ButtonLink>
            </div>
          </div>
        )}
      </section>
    </div>
  );
}

function CarLine({ car }: { car: AskedCar }) {
  const name = `${car.brand} ${car.model}`;
  return (
    <div className="mt-5 flex items-center gap-4 rounded-md bg-surface p-3">
      {car.image !== null && (
        <img
          src={car.image}
          alt={`${name} ${car.year}`}
          className="aspect-4/3 w-28 flex-none rounded-md object-cover"
        />
      )}
      <p className="min-w-0 tabular-nums">
        <strong className="block wrap-anywhere">{name}</strong>
        <span className="block text-sm text-ink-soft">
          {wholeItems([String(car.year), formatKm(car.mileage)])}
        </span>
        <span className="block font-semibold">{formatEuro(car.price)}</span>
      </p>
    </div>
  );
}
