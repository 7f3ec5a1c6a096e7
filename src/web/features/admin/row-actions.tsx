import { Eye, Pencil, Trash2 } from "lucide-react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { IconButton } from "#web/components/button.tsx";

const text = adminPageMessages.actions;
const icon = { "aria-hidden": true, className: "size-4.5", strokeWidth: 1.75 } as const;

/** View, edit, delete (SPEC "Veprime"); the last two are off where `locked`. */
export function RowActions({
  name,
  locked = false,
  onView,
  onEdit,
  onRemove,
}: {
  name: string;
  locked?: boolean;
  onView: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <span className="flex">
      <IconButton label={text.view(name)} onClick={onView}>
        <Eye {...icon} />
      </IconButton>
      <IconButton label={text.edit(name)} onClick={onEdit} disabled={locked}>
        <Pencil {...icon} />
      </IconButton>
      <IconButton
        label={text.remove(name)}
        onClick={onRemove}
        disabled={locked}
        className="not-disabled:text-red not-disabled:hover:bg-red-soft"
      >
        <Trash2 {...icon} />
      </IconButton>
    </span>
  );
}
