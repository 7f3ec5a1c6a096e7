import { formatPhone } from "#domain/format/format-phone.ts";
import { formatEuro } from "#domain/format/format.ts";
import { myCarsMessages } from "#domain/messages/my-cars.ts";
import { priceMessages } from "#domain/messages/price-pages.ts";
import { windowSheetMessages as text } from "#domain/messages/window-sheet.ts";
import { sheetAddress } from "#domain/statistics/sheet-address.ts";
import { Badge } from "#web/components/badge.tsx";
import { FactList } from "#web/components/fact-list.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import QrCode from "#web/components/qr-code.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { Sheet } from "./use-sheets.ts";

/** Formats a car's facts, as on the car's page. */
export interface SheetWords {
  facts: (car: Sheet["car"]) => { name: string; value: string }[];
  /** The most important equipment in one line; empty without any. */
  equipment: (car: Sheet["car"]) => string;
  seller: (car: Sheet["car"]) => string;
}

/** One car on one A4 page, readable from two steps away. */
export function WindowSheet({
  sheet: { car, range },
  words,
  publicUrl,
  siteName,
}: {
  sheet: Sheet;
  words: SheetWords;
  publicUrl: string;
  siteName: string;
}) {
  const name = `${car.brand} ${car.model}`;
  return (
    <article
      data-car={car._id}
      className="window-sheet flex flex-col gap-4 rounded-lg border border-line p-4 sm:p-6 print:gap-[5mm] print:rounded-none print:border-0 print:p-0"
    >
      <CarPhoto
        car={car}
        alt={name}
        sizes="(min-width: 56rem) 50rem, 100vw"
        // Not lazy: it is printed, never scrolled to.
        priority
        large
        className="aspect-4/3 rounded-md print:aspect-auto print:min-h-0 print:grow"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 className="text-3xl wrap-anywhere print:text-[30pt] print:leading-none">
          {name} <span className="font-normal tabular-nums">{car.year}</span>
        </h2>
        <p className="text-5xl leading-none font-bold tabular-nums print:text-[48pt]">
          {formatEuro(car.price)}
        </p>
      </div>
      {car.sold && (
        <p className="print:hidden">
          <Badge tone="blue">{text.sold}</Badge>
        </p>
      )}
      {range !== null && (
        <p className="tabular-nums print:text-[12pt]">{`${priceMessages.range(range.low, range.high)}.`}</p>
      )}
      <FactList facts={words.facts(car)} className="print:text-[12pt]" rowClass="py-2 print:py-[1.4mm]" />
      <p data-equipment className="wrap-anywhere empty:hidden print:text-[12pt]">
        {words.equipment(car)}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-4 print:flex-nowrap">
        <div className="min-w-0 wrap-anywhere">
          <p className="text-xl print:text-[16pt]">{words.seller(car)}</p>
          {car.sellerPhone !== undefined && (
            <p className="text-3xl font-bold whitespace-nowrap tabular-nums print:text-[28pt]">
              {formatPhone(car.sellerPhone)}
            </p>
          )}
          <p className="mt-2 text-ink-soft tabular-nums">
            {wholeItems([siteName, myCarsMessages.number(car.number)])}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-3 print:flex-row-reverse">
          <QrCode
            text={sheetAddress(publicUrl, car._id)}
            label={text.code(name)}
            className="size-36 shrink-0 print:size-[40mm]"
          />
          <p className="max-w-32 text-sm text-ink-soft print:text-end">{text.scan}</p>
        </div>
      </div>
    </article>
  );
}
