import { clsx } from "clsx";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";

const itemLook =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-base outline-none select-none data-highlighted:bg-surface data-disabled:cursor-not-allowed data-disabled:text-ink-faint";

/**
 * Actions behind one button, for signed-in pages and tables; it weighs 30 kB, so public pages do
 * without. Not modal: Radix would write a style element to stop the page from scrolling, which the
 * content policy forbids.
 */
export function DropdownMenu({
  trigger,
  label,
  align = "end",
  children,
}: {
  trigger: ReactElement;
  /** What the trigger is called, where it has no text of its own. */
  label?: string;
  align?: "start" | "end";
  children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild aria-label={label}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 min-w-52 rounded-md border border-line bg-paper p-1 text-ink shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  onSelect,
  disabled = false,
  danger = false,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Item onSelect={onSelect} disabled={disabled} className={clsx(itemLook, danger && "text-red")}>
      {children}
    </Radix.Item>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Radix.Item asChild className={clsx(itemLook, "no-underline")}>
      <Link to={to}>{children}</Link>
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
