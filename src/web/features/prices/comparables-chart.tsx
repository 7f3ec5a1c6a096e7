import type { PriceEstimateAnswer } from "#contract/prices.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { priceMessages as text } from "#domain/messages/price-pages.ts";

const [width, height] = [320, 180];
const [left, bottom, edge] = [8, 24, 10];

/** Comparables by mileage and price, with this car among them. The table below has the same data. */
export function ComparablesChart({
  comparables,
  car,
}: {
  comparables: PriceEstimateAnswer["comparables"];
  car: { mileage: number; price: number };
}) {
  const points = [...comparables, car];
  const mileages = points.map(({ mileage }) => mileage);
  const prices = points.map(({ price }) => price);
  const [minKm, maxKm] = [Math.min(...mileages), Math.max(...mileages)];
  const [minPrice, maxPrice] = [Math.min(...prices), Math.max(...prices)];
  const x = (km: number) => left + edge + ((km - minKm) / (maxKm - minKm || 1)) * (width - left - 2 * edge);
  const y = (price: number) =>
    height - bottom - edge - ((price - minPrice) / (maxPrice - minPrice || 1)) * (height - bottom - 2 * edge);
  return (
    <figure className="mt-4">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text.chart} className="h-auto w-full">
        <path
          d={`M${left} ${edge / 2}V${height - bottom}H${width - 2}`}
          fill="none"
          className="stroke-line-strong"
        />
        {comparables.map((one, index) => (
          <circle
            // oxlint-disable-next-line react/no-array-index-key -- two may be equal in every field
            key={index}
            cx={x(one.mileage)}
            cy={y(one.price)}
            r="4.5"
            className={one.state === "active" ? "fill-blue-text" : "fill-line-strong"}
          />
        ))}
        <rect
          x={x(car.mileage) - 5.5}
          y={y(car.price) - 5.5}
          width="11"
          height="11"
          transform={`rotate(45 ${x(car.mileage)} ${y(car.price)})`}
          className="fill-red stroke-paper"
          strokeWidth="1.5"
        />
        <g className="fill-ink-faint text-[10px] tabular-nums">
          <text x={left + 6} y={edge + 4}>
            {formatEuro(maxPrice)}
          </text>
          <text x={left + 6} y={height - bottom - 6}>
            {formatEuro(minPrice)}
          </text>
          <text x={left} y={height - 8}>
            {formatKm(minKm)}
          </text>
          <text x={width - 4} y={height - 8} textAnchor="end">
            {formatKm(maxKm)}
          </text>
        </g>
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-soft">
        <span>
          <span aria-hidden="true" className="me-1 inline-block size-2 rotate-45 bg-red" />
          {text.thisCar}
        </span>
        <span>
          <span aria-hidden="true" className="me-1 inline-block size-2 rounded-full bg-blue-text" />
          {text.states.active}
        </span>
        <span>
          <span aria-hidden="true" className="me-1 inline-block size-2 rounded-full bg-line-strong" />
          {`${text.states.sold}, ${text.states.gone}`}
        </span>
      </figcaption>
    </figure>
  );
}
