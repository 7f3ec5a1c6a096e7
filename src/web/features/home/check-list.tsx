import { clsx } from "clsx";

/** Points with a tick each; `className` sets how many stand side by side. */
export function CheckList({
  items,
  className,
}: {
  items: readonly { title: string; text: string }[];
  className?: string;
}) {
  return (
    <ul className={clsx("grid gap-6", className)}>
      {items.map((item) => (
        <li key={item.title} className="flex gap-3">
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.25"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="mt-0.5 size-6 shrink-0 text-blue-text"
          >
            <path d="m5 12.5 4.5 4.5L19 7.5" />
          </svg>
          <div>
            <p className="font-semibold">{item.title}</p>
            <p className="mt-0.5 text-ink-soft">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
