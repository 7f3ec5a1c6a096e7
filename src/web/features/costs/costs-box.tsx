import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { TallLink } from "#web/components/text-link.tsx";
import { CostsNotes, CostsTable } from "./costs-table.tsx";
import { type CarCosts, type CostlyCar, lacksEngine } from "./load-costs.ts";

function calculatorOf({ price, year, fuel, engineSize }: CostlyCar): string {
  const facts = { price: String(price), year: String(year), fuel };
  return `/dogana?${new URLSearchParams(engineSize === null ? facts : { ...facts, engineCc: String(engineSize) })}`;
}

/** The import costs of a car without customs, made outside the EU and in it. */
export function CostsBox({
  car,
  costs,
  now,
}: {
  car: CostlyCar;
  /** null: unknown. */
  costs: CarCosts | null;
  /** The time of the rendering. */
  now: string;
}) {
  const { price } = car;
  if (costs === null && !lacksEngine(car)) return null;
  return (
    <section aria-labelledby="costs-box" data-below-fold>
      <h2 id="costs-box" className="text-xl">
        {text.heading}
      </h2>
      {costs === null ? (
        <p className="mt-3 text-ink-soft">{text.noEngine}</p>
      ) : costs.notEu.barred === null ? (
        <>
          <p className="mt-2 max-w-prose text-ink-soft">{text.boxIntro}</p>
          <CostsTable
            price={price}
            columns={[
              { name: text.notEu, costs: costs.notEu },
              { name: text.eu, costs: costs.eu },
            ]}
          />
          <CostsNotes costs={costs.notEu} now={now} />
        </>
      ) : (
        <p className="mt-3 text-ink-soft">{text.tooOld}</p>
      )}
      <p className="mt-3 print:hidden">
        <TallLink to={calculatorOf(car)}>{text.calculator}</TallLink>
      </p>
    </section>
  );
}
