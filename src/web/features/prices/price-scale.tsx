import { formatEuro } from "#domain/format/format.ts";

type Limits = { p10: number; p30: number; p70: number; p90: number };

/** The bands as a bar with this price on it; the same is in the text beside it. */
export function PriceScale({ limits, price }: { limits: Limits; price: number | null }) {
  const { p10, p30, p70, p90 } = limits;
  const margin = (p90 - p10) * 0.25;
  const [from, to] = [p10 - margin, p90 + margin];
  const at = (euro: number) => Math.min(100, Math.max(0, ((euro - from) / (to - from)) * 100)).toFixed(1);
  const parts = [
    { x: from, end: p10, fill: "fill-gold" },
    { x: p10, end: p30, fill: "fill-green" },
    { x: p30, end: p70, fill: "fill-blue" },
    { x: p70, end: p90, fill: "fill-line-strong" },
    { x: p90, end: to, fill: "fill-red" },
  ];
  return (
    <div aria-hidden="true" className="mt-3">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-3 w-full overflow-visible">
        {parts.map(({ x, end, fill }) => (
          <rect
            key={x}
            x={at(x)}
            y="2"
            width={(Number(at(end)) - Number(at(x))).toFixed(1)}
            height="4"
            className={`${fill} opacity-60`}
          />
        ))}
        {price !== null && (
          <rect x={Number(at(price)) - 0.5} y="0" width="1" height="8" className="fill-ink" />
        )}
      </svg>
      {/* The range takes the middle two thirds: its ends are the centres of the first and last column. */}
      <p className="mt-1 grid grid-cols-3 justify-items-center text-xs whitespace-nowrap text-ink-faint tabular-nums">
        <span>{formatEuro(p10)}</span>
        <span className="col-start-3">{formatEuro(p90)}</span>
      </p>
    </div>
  );
}
