import type { PriceEstimateAnswer } from "#contract/prices.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { priceMessages as text } from "#domain/messages/price-pages.ts";
import { priceBands } from "#domain/cars/price-bands.ts";
import { TextLink } from "#web/components/text-link.tsx";
import { ComparablesChart } from "./comparables-chart.tsx";

const cell = "border-b border-line py-2";
const signed = (euro: number) => (euro > 0 ? `+${formatEuro(euro)}` : formatEuro(euro).replace("-", "−"));

/** Explains an estimate: its calculation, the band limits, and the comparables, so that it can be checked. */
export function EstimateDetails({
  answer,
  car,
}: {
  answer: PriceEstimateAnswer;
  /** `price` is null if none was asked yet. */
  car: { mileage: number; price: number | null };
}) {
  const { estimate, limits, steps, comparables } = answer;
  if (estimate === null || limits === null) return null;
  const { p10, p30, p70, p90 } = limits;
  const borders = {
    far_below: text.limits.far_below(p10),
    below: text.limits.between(p10, p30),
    fair: text.limits.between(p30, p70),
    above: text.limits.between(p70, p90),
    far_above: text.limits.far_above(p90),
  };
  return (
    <div className="text-sm">
      <p className="mt-3 text-ink-soft">{text.whyIntro}</p>
      <table className="mt-2 w-full tabular-nums">
        <caption className="sr-only">{text.stepsCaption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{text.step}</th>
            <th scope="col">{text.euro}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ key, label, euro }, index) => (
            <tr key={key}>
              <th scope="row" className={`${cell} text-start font-normal`}>
                {label}
              </th>
              <td className={`${cell} text-end`}>{index === 0 ? formatEuro(euro) : signed(euro)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className={`${cell} text-start`}>
              {text.estimate}
            </th>
            <td className={`${cell} text-end`}>{formatEuro(estimate)}</td>
          </tr>
          {car.price !== null && (
            <tr>
              <th scope="row" className={`${cell} text-start font-normal`}>
                {text.asked}
              </th>
              <td className={`${cell} text-end`}>{formatEuro(car.price)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <table className="mt-5 w-full tabular-nums">
        <caption className="mb-1 text-start font-semibold">{text.limitsCaption}</caption>
        <tbody>
          {priceBands.map((band) => (
            <tr key={band}>
              <th scope="row" className={`${cell} text-start font-normal`}>
                {text.bands[band]}
              </th>
              <td className={`${cell} text-end`}>{borders[band]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {comparables.length > 0 && (
        <section className="mt-5">
          <h3 className="font-semibold">{text.comparablesHeading(comparables.length)}</h3>
          <ComparablesChart
            comparables={comparables}
            car={{ mileage: car.mileage, price: car.price ?? estimate }}
          />
          <table className="mt-3 w-full tabular-nums">
            <caption className="sr-only">{text.comparablesCaption}</caption>
            <thead>
              <tr className="text-ink-soft">
                <th scope="col" className={`${cell} text-start font-normal`}>
                  {text.columns.car}
                </th>
                <th scope="col" className={`${cell} text-end font-normal`}>
                  {text.columns.mileage}
                </th>
                <th scope="col" className={`${cell} text-end font-normal`}>
                  {text.columns.price}
                </th>
              </tr>
            </thead>
            <tbody>
              {comparables.map((one, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two may be equal in every field
                <tr key={index}>
                  <th scope="row" className={`${cell} pe-2 text-start font-normal wrap-anywhere`}>
                    <ComparableName {...one} />
                    <span className="block text-xs text-ink-faint">
                      {`${text.states[one.state]}, ${formatDate(one.date)}`}
                    </span>
                  </th>
                  <td className={`${cell} text-end whitespace-nowrap`}>{formatKm(one.mileage)}</td>
                  <td className={`${cell} ps-2 text-end font-medium whitespace-nowrap`}>
                    {formatEuro(one.price)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className="mt-3 text-xs text-ink-faint">{text.asOf(formatDate(answer.asOf))}</p>
    </div>
  );
}

function ComparableName({ id, brand, model, year }: PriceEstimateAnswer["comparables"][number]) {
  const name = `${brand} ${model} ${year}`;
  return id === null ? name : <TextLink to={`/car/${id}`}>{name}</TextLink>;
}
