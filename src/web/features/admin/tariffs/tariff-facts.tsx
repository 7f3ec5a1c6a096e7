import type { Tariff } from "#contract/tariffs.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { costLabels, tariffWords } from "#domain/messages/tariff-words.ts";
import { Section } from "#web/components/section.tsx";
import { type Detail, DetailList } from "#web/features/admin/parts/detail-list.tsx";

function detailsOf(line: Tariff["lines"][number]): Detail[] {
  const { key, kind, label, table = [], certainty } = line;
  const name = tariffWords.lineName(line);
  const shown = label === costLabels[key] ? name : `${name}, «${label}»`;
  return [
    {
      name: shown,
      value: (
        <>
          {kind !== "table" && <span className="block">{tariffWords.amountOf(line)}</span>}
          <span className="block text-sm font-normal text-ink-soft">
            {tariffWords.certainties[certainty]}
          </span>
        </>
      ),
    },
    ...table.map((cell) => ({
      name: tariffWords.cellName(name, cell),
      value: tariffWords.euro(cell.amount),
    })),
  ];
}

/** A tariff that is no longer editable, with all its lines. */
export function TariffFacts({ tariff }: { tariff: Tariff }) {
  return (
    <div className="flex max-w-3xl min-w-0 flex-col gap-6">
      <Section id="tariff-terms" heading={text.terms} level="h3" headingClass="mb-3 text-lg">
        <DetailList details={tariffWords.termFacts(tariff).map(([name, value]) => ({ name, value }))} />
      </Section>
      <Section id="tariff-lines" heading={text.lines} level="h3" headingClass="mb-3 text-lg">
        <DetailList details={tariff.lines.flatMap(detailsOf)} />
      </Section>
    </div>
  );
}
