import { formatEuro, formatKm } from "#domain/format/format.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { CarFormValues, TypedNumber } from "./car-form-values.ts";
import { CameraIcon } from "./icons.tsx";
import type { PhotoItem } from "./photo-list.ts";

function shown(value: TypedNumber, format: (number: number) => string): string | null {
  return typeof value === "number" ? format(value) : null;
}

/** A preview of the car's card, updated while typing; only if there is room beside the form. */
export function CarPreview({ values, photo }: { values: CarFormValues; photo: PhotoItem | undefined }) {
  const source =
    photo === undefined ? null : (photo.previewUrl ?? (photo.state === "done" ? photo.photo.url : null));
  const name = `${values.brand} ${values.model}`.trim();
  const price = shown(values.price, formatEuro);
  const facts = [
    shown(values.year, String),
    shown(values.mileage, formatKm),
    values.fuel,
    values.transmission,
  ].flatMap((fact) => (fact === null || fact === "" ? [] : [fact]));
  return (
    <aside aria-label={text.preview} className="hidden self-start lg:sticky lg:top-24 lg:block">
      <p className="mb-3 text-sm font-medium text-ink-soft">{text.preview}</p>
      <div className="overflow-hidden rounded-lg border border-line shadow-card wrap-anywhere">
        <div className="relative flex aspect-4/3 items-center justify-center bg-sunken text-ink-faint">
          {source === null ? (
            <CameraIcon />
          ) : (
            <img src={source} alt="" className="absolute inset-0 size-full object-cover" />
          )}
        </div>
        <div className="p-4 text-sm text-ink-soft tabular-nums">
          <p className={price === null ? "text-xl font-bold text-ink-faint" : "text-xl font-bold text-ink"}>
            {price ?? text.price}
          </p>
          <p className={name === "" ? "font-semibold text-ink-faint" : "font-semibold text-ink"}>
            {name === "" ? text.previewName : name}
          </p>
          <p className="mt-1">{wholeItems(facts)}</p>
          {values.location !== "" && <p>{values.location}</p>}
        </div>
      </div>
      <ul className="mt-6 list-disc space-y-2 ps-4 text-sm text-ink-soft marker:text-line-strong">
        {text.previewTips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </aside>
  );
}
