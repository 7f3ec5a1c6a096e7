import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface Look {
  readonly label: string;
  readonly icon: LucideIcon;
}
type MoreLink = Look & { readonly to: string; readonly state?: unknown };
type MorePress = Look & { readonly onPress: () => void; readonly danger?: boolean };
export type MoreItem = MoreLink | MorePress;

const look =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start font-medium no-underline transition-colors";

/** Secondary actions in groups behind one button. Destructive ones come last, in their own group. */
export function MoreMenu({
  title,
  groups,
  children,
  className,
}: {
  /** What the actions are about; also in the button's name. */
  title: string;
  groups: readonly (readonly MoreItem[])[];
  /** Above the actions. */
  children?: ReactNode;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={uiMessages.moreOf(title)}
        onClick={() => setOpen(true)}
        className={className}
      >
        {uiMessages.more}
      </Button>
      <Dialog open={open} onClose={close} title={title} className="max-w-sm!">
        {children}
        <div className="-mx-3 -my-2 divide-y divide-line">
          {groups.map(
            (items) =>
              items.length > 0 && (
                <ul key={items[0]?.label} className="list-none py-2">
                  {items.map((item) => (
                    <li key={item.label}>
                      <Item item={item} onClose={close} />
                    </li>
                  ))}
                </ul>
              ),
          )}
        </div>
      </Dialog>
    </>
  );
}

function Item({ item, onClose }: { item: MoreItem; onClose: () => void }) {
  const { label, icon: Icon } = item;
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2} />
      {label}
    </>
  );
  if ("to" in item)
    return (
      <Link to={item.to} state={item.state} className={clsx(look, "text-ink hover:bg-surface")}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      onClick={() => {
        onClose();
        item.onPress();
      }}
      className={clsx(
        look,
        item.danger === true ? "text-red hover:bg-red-soft" : "text-ink hover:bg-surface",
      )}
    >
      {content}
    </button>
  );
}
