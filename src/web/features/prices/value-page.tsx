import type { PriceEstimateAnswer } from "#contract/prices.ts";
import { formatEuro } from "#domain/format/format.ts";
import { priceMessages } from "#domain/messages/price-pages.ts";
import { valuePageMessages } from "#domain/messages/value-page.ts";
import { AddressFormPage } from "#web/components/address-form-page.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import type { FormAnswer } from "#web/lib/address-form.ts";
import { EstimateDetails } from "./estimate-details.tsx";
import { PriceScale } from "./price-scale.tsx";
import { ValueForm } from "./value-form.tsx";

const text = valuePageMessages;

function sellAddress(typed: Readonly<Record<string, string>>, price: number | null): string {
  const params = new URLSearchParams(typed);
  if (price !== null) params.set("price", String(price));
  return `/add-car?${params}`;
}

export type ValueAnswer = FormAnswer<{ estimate: PriceEstimateAnswer }>;

/** /vlera: the price estimate of any car, for everybody. */
export function ValuePage({ values, answer }: { values: Record<string, string>; answer: ValueAnswer }) {
  return (
    <AddressFormPage
      title={text.title}
      intro={text.intro}
      failure={answer.status === "failed" ? answer.message : null}
      answer={answer.status === "there" ? <Value values={values} estimate={answer.estimate} /> : null}
      form={
        <ValueForm
          key={JSON.stringify(values)}
          values={values}
          errors={answer.status === "asked" ? answer.errors : {}}
        />
      }
    />
  );
}

function Value({
  values,
  estimate: answer,
}: {
  values: Record<string, string>;
  estimate: PriceEstimateAnswer;
}) {
  const { estimate, low, high, limits, reason } = answer;
  const { brand = "", model = "", year = "" } = values;
  const rounded = estimate === null ? null : Math.round(estimate / 50) * 50;
  return (
    <section aria-labelledby="value" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="value" className="text-xl wrap-anywhere">
        {text.resultTitle(`${brand} ${model} ${year}`)}
      </h2>
      {estimate === null || low === null || high === null ? (
        <>
          <p className="mt-3 text-2xl font-bold">{text.none}</p>
          {reason !== null && <p className="mt-1 text-ink-soft">{priceMessages.reasons[reason]}</p>}
        </>
      ) : (
        <>
          <p className="mt-3 text-sm text-ink-soft">{text.usual}</p>
          <p className="text-4xl font-bold tabular-nums">{formatEuro(estimate)}</p>
          <p className="mt-2 font-medium tabular-nums">{priceMessages.range(low, high)}.</p>
          <p className="text-sm text-ink-faint">{priceMessages.rangeNote}</p>
          {limits !== null && <PriceScale limits={limits} price={estimate} />}
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink size="lg" to={sellAddress(values, rounded)}>
          {rounded === null ? text.publishPlain : text.publish(rounded)}
        </ButtonLink>
        <ButtonLink size="lg" variant="secondary" to={`/search?${new URLSearchParams({ brand, model })}`}>
          {text.search}
        </ButtonLink>
      </div>
      {estimate !== null && (
        <details className="mt-3" open>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
            {priceMessages.why(estimate)}
          </summary>
          <EstimateDetails
            answer={answer}
            car={{ mileage: Number(values["mileage"]?.replaceAll(/\D/g, "")), price: null }}
          />
        </details>
      )}
    </section>
  );
}
