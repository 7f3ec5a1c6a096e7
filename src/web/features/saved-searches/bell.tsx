import { clsx } from "clsx";

/** Being told of something; filled where that is so. */
export function Bell({ filled = false }: { filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx("size-5", filled ? "fill-current" : "fill-none")}
    >
      <path d="M6 16V10.500a6 6 0 0 1 12 0V16l1.500 2h-15ZM10 21h4" />
    </svg>
  );
}
