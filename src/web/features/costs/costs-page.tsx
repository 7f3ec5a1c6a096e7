import type { ImportCostsAnswer } from "#contract/tariffs.ts";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { AddressFormPage } from "#web/components/address-form-page.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import type { FormAnswer } from "#web/lib/address-form.ts";
import { CostsForm } from "./costs-form.tsx";
import { CostsNotes, CostsTable } from "./costs-table.tsx";

export type CostsAnswer = FormAnswer<{ price: number; costs: ImportCostsAnswer }>;

/** /dogana: the import costs of a car, for everybody. */
export function CostsPage({
  values,
  answer,
  now,
}: {
  values: Record<string, string>;
  answer: CostsAnswer;
  /** The time of the rendering. */
  now: string;
}) {
  return (
    <AddressFormPage
      title={text.title}
      intro={text.intro}
      failure={answer.status === "failed" ? answer.message : null}
      answer={
        answer.status === "there" ? <Costs price={answer.price} costs={answer.costs} now={now} /> : null
      }
      form={
        <CostsForm
          key={JSON.stringify(values)}
          values={values}
          errors={answer.status === "asked" ? answer.errors : {}}
        />
      }
    />
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
        <>
          <p className="mt-3 font-medium">{text.tooOld}</p>
          <p className="mt-1 text-ink-soft">{text.tooOldHint}</p>
          <CostsNotes costs={costs} now={now} />
        </>
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
