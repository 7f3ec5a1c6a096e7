import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { clsx } from "clsx";
import { useState } from "react";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Badge } from "#web/components/badge.tsx";
import { IconButton } from "#web/components/button.tsx";
import { ArrowLeftIcon, ArrowRightIcon, StarIcon, TrashIcon } from "./icons.tsx";
import type { PhotoItem } from "./photo-list.ts";

interface PhotoTileProps {
  item: PhotoItem;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Progress({ item }: { item: PhotoItem }) {
  if (item.state === "waiting") return <Veil>{text.photoWaiting}</Veil>;
  if (item.state !== "uploading") return null;
  const percent = Math.round(item.share * 100);
  return (
    <Veil>
      <span>{percent < 100 ? text.photoUploading(percent) : text.photoProcessing}</span>
      <progress
        aria-label={text.photoUploading(percent)}
        max={100}
        value={percent < 100 ? percent : undefined}
        className="mt-2 h-1.5 w-4/5 accent-white"
      />
    </Veil>
  );
}

function Veil({ children }: { children: React.ReactNode }) {
  return (
    // In normal flow over the photo: long text makes the frame higher.
    <div className="relative flex min-h-full flex-col items-center justify-center bg-black/70 px-3 pt-11 pb-2 text-center text-sm font-medium text-white">
      {children}
    </div>
  );
}

/** One photo of the form: its preview, upload progress, and actions. */
export function PhotoTile({ item, index, count, onMove, onRemove }: PhotoTileProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: item.key });
  const number = index + 1;
  // Few browsers can show a HEIC file: the tile then waits for the server's photo.
  const [previewFailed, setPreviewFailed] = useState(false);
  const preview = previewFailed ? null : item.previewUrl;
  const source = preview ?? (item.state === "done" ? item.photo.url : null);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      data-photo-state={item.state}
      className={clsx(
        "overflow-hidden rounded-lg border border-line bg-paper",
        isDragging && "z-10 shadow-pop",
      )}
    >
      {/* Dragging is for pointers; the buttons below do the same for keyboards and screen readers. */}
      <div
        {...listeners}
        className="relative grid aspect-4/3 cursor-grab touch-manipulation bg-sunken select-none"
      >
        {source !== null && (
          <img
            src={source}
            alt={text.photoNumber(number)}
            draggable={false}
            onError={() => setPreviewFailed(true)}
            className="absolute inset-0 size-full object-cover"
          />
        )}
        <Progress item={item} />
        {index === 0 && (
          <Badge tone="on-photo" className="absolute top-2 left-2">
            {text.photoMain}
          </Badge>
        )}
        <IconButton
          label={text.photoRemove(number)}
          onClick={onRemove}
          className="absolute! top-0 right-0 text-white hover:bg-transparent [&>svg]:box-content [&>svg]:rounded-full [&>svg]:bg-black/65 [&>svg]:p-1.5"
        >
          <TrashIcon />
        </IconButton>
      </div>
      <div className="grid grid-cols-3 justify-items-center">
        <IconButton label={text.photoMakeMain(number)} disabled={index === 0} onClick={() => onMove(0)}>
          <StarIcon />
        </IconButton>
        <IconButton
          label={text.photoEarlier(number)}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeftIcon />
        </IconButton>
        <IconButton
          label={text.photoLater(number)}
          disabled={number === count}
          onClick={() => onMove(index + 1)}
        >
          <ArrowRightIcon />
        </IconButton>
      </div>
    </li>
  );
}
