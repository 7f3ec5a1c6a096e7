import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button, IconButton } from "#web/components/button.tsx";
import { TrashIcon } from "./icons.tsx";
import type { PhotoItem } from "./photo-list.ts";

type FailedPhoto = Extract<PhotoItem, { state: "failed" }>;

function nameOf({ file }: FailedPhoto): string {
  return file instanceof File && file.name !== "" ? file.name : text.photoUnnamed;
}

/**
 * Photos that were not uploaded: the file, the reason, and what to do. They do not count towards the maximum.
 */
export function FailedPhotos({
  items,
  full,
  onRetry,
  onRemove,
}: {
  items: readonly FailedPhoto[];
  /** The car has the maximum of photos: no room for another. */
  full: boolean;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}) {
  return (
    <section aria-label={text.photosFailed} className="mt-1 rounded-lg bg-red-soft px-4 py-3">
      <p className="text-sm font-semibold text-red">{text.photosFailed}</p>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.key} data-photo-state="failed" className="flex flex-wrap items-center gap-x-3 py-1">
            {item.previewUrl !== null && (
              <img
                src={item.previewUrl}
                alt=""
                onError={(event) => {
                  // Few browsers can show every format that people choose.
                  event.currentTarget.hidden = true;
                }}
                className="size-11 shrink-0 rounded-md object-cover"
              />
            )}
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block text-sm font-medium">{nameOf(item)}</span>
              <span role="alert" className="block text-sm text-red">
                {item.message}
              </span>
            </span>
            {item.retryable && (
              <Button
                variant="quiet"
                disabled={full}
                aria-label={`${text.photoRetry}: ${nameOf(item)}`}
                onClick={() => onRetry(item.key)}
              >
                {text.photoRetry}
              </Button>
            )}
            <IconButton label={text.photoFailedRemove(nameOf(item))} onClick={() => onRemove(item.key)}>
              <TrashIcon />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
