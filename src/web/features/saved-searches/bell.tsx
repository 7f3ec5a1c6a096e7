import { clsx } from "clsx";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

/** The icon of notifications; filled if they are on. */
export function Bell({ filled = false }: { filled?: boolean }) {
  return (
    <StrokeIcon className={clsx("size-5", filled && "fill-current")}>
      <path d="M6 16V10.500a6 6 0 0 1 12 0V16l1.500 2h-15ZM10 21h4" />
    </StrokeIcon>
  );
}
