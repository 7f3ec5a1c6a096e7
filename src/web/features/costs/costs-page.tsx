import type { ImportCostsAnswer } from "#contract/tariffs.ts";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { ButtonLink } from "#web/components/button.tsx";
import type { FormAnswer } from "#web/lib/address-form.ts";
import { CostsForm } from "./costs-form.tsx";
import { CostsNotes, CostsTable } from "./costs-table.tsx";

export type CostsAnswer = FormAnswer<{ price: number; costs: ImportCostsAnswer }>;

/** /dogana: what an imported car costs until it has plates, for everybody. */
export function CostsPage({
  values,
  answer,
  now,
}: {
  values: Record<string, string>;
  answer: CostsAnswer;
  /** The moment of the rendering. */
  now: string;
}) {
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-3xl">{text.title}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{text.intro}</p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {answer.status === "there" && (
          <div className="min-w-0 lg:order-2">
            <Costs price={answer.price} costs={answer.costs} now={now} />
          </div>
        )}
        {answer.status === "failed" && (
          <p role="alert" className="rounded-md bg-red-soft p-4 text-red lg:order-2">
            {answer.message}
          </p>
        )}
        <div className="rounded-lg border border-line p-5 sm:p-6">
          <CostsForm
            key={JSON.stringify(values)}
            values={values}
            errors={answer.status === "asked" ? answer.errors : {}}
          />
        </div>
      </div>
    </div>
  );
}

function Costs({ price, costs, now }: { price: number; costs: ImportCostsAnswer; now: string }) {
  const { total } = costs;
  return (
    <section aria-labelledby="costs" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="costs" className="text-xl">
        {text.resultTitle(price)}
      </h2>
      {total === null ? (
        <p className="mt-3 font-medium">{text.tooOld}</p>
      ) : (
        <>
          <p className="mt-3 text-sm text-ink-soft">{text.total}</p>
          <p className="text-4xl font-bold tabular-nums">{text.euro(total)}</p>
          <CostsTable price={price} columns={[{ name: text.amount, costs }]} />
          <CostsNotes costs={costs} now={now} />
          <ButtonLink
            variant="secondary"
            className="mt-5 max-sm:w-full max-sm:px-2"
            to={`/search?maxTotal=${Math.ceil(total)}`}
          >
            {text.search(Math.ceil(total))}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
