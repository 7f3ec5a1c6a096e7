import { Eye, Pencil, Trash2 } from "lucide-react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { IconButton } from "#web/components/button.tsx";

const text = adminPageMessages.actions;
const icon = { "aria-hidden": true, className: "size-4.5", strokeWidth: 1.75 } as const;

/** View, edit, delete (specification.md#admin); `locked` disables the last two and says why. */
export function RowActions({
  name,
  locked,
  onView,
  onEdit,
  onRemove,
}: {
  name: string;
  /** Why this row cannot be changed. */
  locked?: string | undefined;
  onView: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <span className="-me-2.5 flex md:me-0" title={locked}>
      <IconButton label={text.view(name)} onClick={onView}>
        <Eye {...icon} />
      </IconButton>
      <IconButton label={text.edit(name)} onClick={onEdit} disabled={locked !== undefined}>
        <Pencil {...icon} />
      </IconButton>
      <IconButton
        label={text.remove(name)}
        onClick={onRemove}
        disabled={locked !== undefined}
        className="not-disabled:text-red not-disabled:hover:bg-red-soft"
      >
        <Trash2 {...icon} />
      </IconButton>
    </span>
  );
}
