import { Controller, useForm } from "react-hook-form";
import type { Car } from "#contract/cars.ts";
import { bulkRules, changePrice, type PriceChange } from "#domain/cars/bulk-price.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { formatEuro } from "#domain/format/format.ts";
import { bulkEditMessages as text } from "#domain/messages/bulk-edit.ts";
import { myCarsMessages } from "#domain/messages/my-cars.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { NumberInput } from "#web/components/number-input.tsx";
import { Select } from "#web/components/select.tsx";

type Unit = "percent" | "euro";
const untouched: { direction: "down" | "up"; amount: number | null; unit: Unit } = {
  direction: "down",
  amount: null,
  unit: "percent",
};

const refusedWords = text.refusedPrice(carLimits.minPrice, carLimits.maxPrice);

/** Parses what was typed into a price change; null if the server would refuse it. */
function changeOf(isDown: boolean, amount: number | null, unit: Unit): PriceChange | null {
  const most = unit === "euro" ? bulkRules.maxEuro : isDown ? -bulkRules.minPercent : bulkRules.maxPercent;
  if (amount === null || !Number.isInteger(amount) || amount < 1 || amount > most) return null;
  const signed = isDown ? -amount : amount;
  return unit === "percent" ? { percent: signed } : { euro: signed };
}

function Preview({ cars, change }: { cars: readonly Car[]; change: PriceChange }) {
  return (
    <section
      aria-label={text.previewTitle}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead className="sticky top-0 bg-surface text-ink-soft">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              {text.previewCar}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              {text.previewBefore}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              {text.previewAfter}
            </th>
          </tr>
        </thead>
        <tbody>
          {cars.map((car) => {
            const after = changePrice(car.price, change);
            const isRefused = "refused" in after;
            return (
              <tr key={car._id} data-preview={car._id} className="border-t border-line">
                <td className="px-3 py-2 wrap-anywhere">
                  {car.brand} {car.model} {car.year}
                  <span className="block text-ink-faint">
                    {car.reference ?? myCarsMessages.number(car.number)}
                  </span>
                </td>
                <td className="px-3 py-2 text-right whitespace-nowrap text-ink-soft tabular-nums">
                  {formatEuro(car.price)}
                </td>
                <td
                  className={`px-3 py-2 text-right tabular-nums ${isRefused ? "text-red" : "font-semibold whitespace-nowrap"}`}
                >
                  {isRefused
                    ? refusedWords[after.refused]
                    : after.price === car.price
                      ? text.stays
                      : formatEuro(after.price)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Raises or lowers the prices of cars on sale, with a preview of each before saving. */
export function BulkPriceDialog({
  cars,
  sold,
  busy,
  error,
  onSave,
  onClose,
}: {
  cars: readonly Car[];
  /** Number of chosen cars that are sold and keep their prices. */
  sold: number;
  busy: boolean;
  error: string | undefined;
  onSave: (change: PriceChange) => Promise<void>;
  onClose: () => void;
}) {
  const { control, register, handleSubmit, watch, formState } = useForm({ defaultValues: untouched });
  const { direction, amount, unit } = watch();
  const change = changeOf(direction === "down", amount, unit);
  const changed =
    change === null
      ? 0
      : cars.filter(({ price }) => {
          const after = changePrice(price, change);
          return !("refused" in after) && after.price !== price;
        }).length;
  const wrong = unit === "percent" ? text.percentInvalid : text.euroInvalid;

  const save = handleSubmit(async () => {
    if (change !== null && changed > 0) await onSave(change);
  });

  return (
    <FormDialog
      title={text.priceTitle}
      submitLabel={text.priceSave(changed)}
      busy={busy}
      blocked={change !== null && changed === 0}
      error={error}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Field label={text.priceDirection}>
          <Select {...register("direction")}>
            <option value="down">{text.priceDown}</option>
            <option value="up">{text.priceUp}</option>
          </Select>
        </Field>
        <Field label={text.priceUnit}>
          <Select {...register("unit")}>
            <option value="percent">{text.priceUnits.percent}</option>
            <option value="euro">{text.priceUnits.euro}</option>
          </Select>
        </Field>
        <Field
          label={text.priceAmount}
          className="max-sm:col-span-2"
          error={
            change === null && (formState.isSubmitted || (amount !== null && !Number.isNaN(amount)))
              ? wrong
              : undefined
          }
        >
          <Controller
            control={control}
            name="amount"
            render={({ field: { value, onChange } }) => (
              <NumberInput
                value={value}
                onChange={onChange}
                unit={unit === "percent" ? "%" : "€"}
                data-autofocus={true}
              />
            )}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft">
        {text.priceHint} {sold > 0 && text.notOnSale(sold)}
      </p>
      {change === null ? (
        <p className="text-sm text-ink-soft">{text.previewEmpty}</p>
      ) : (
        <Preview cars={cars} change={change} />
      )}
    </FormDialog>
  );
}
