import { clsx } from "clsx";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

/** Points with an icon each, a tick by default; `className` sets the columns. */
export function CheckList({
  items,
  icons,
  className,
}: {
  items: readonly { title: string; text: string }[];
  /** Icon paths on a 24 x 24 grid, in the order of the items. */
  icons?: readonly string[];
  className?: string;
}) {
  return (
    <ul className={clsx("grid grid-cols-1 gap-x-6 gap-y-8", className)}>
      {items.map((item, index) => (
        <li key={item.title} className={clsx("flex", icons ? "gap-4 lg:flex-col lg:gap-3" : "gap-3")}>
          <StrokeIcon
            width={icons ? "1.75" : "2.25"}
            className={clsx("shrink-0 text-blue-text", icons ? "size-8" : "mt-0.5 size-6")}
          >
            <path d={icons?.[index] ?? "m5 12.5 4.500 4.500L19 7.500"} />
          </StrokeIcon>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">{item.title}</p>
            <p className="mt-0.5 text-ink-soft">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
