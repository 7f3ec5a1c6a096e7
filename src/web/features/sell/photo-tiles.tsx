import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, rectSortingStrategy } from "@dnd-kit/sortable";
import type { RefCallback } from "react";
import type { PhotoItem } from "./photo-list.ts";
import { PhotoTile } from "./photo-tile.tsx";

/** The photos as tiles that can be dragged. Loaded with the first photo: dragging is 15 kB of script. */
export default function PhotoTiles({
  items,
  list,
  className,
  onMove,
  onRemove,
}: {
  items: readonly PhotoItem[];
  list: RefCallback<HTMLElement>;
  className: string;
  onMove: (key: string, to: number) => void;
  onRemove: (key: string) => void;
}) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short delay, so that a swipe that starts on a photo can still scroll the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
  );

  function onDragEnd({ active, over }: DragEndEvent): void {
    const to = items.findIndex((item) => item.key === over?.id);
    if (to >= 0 && over?.id !== active.id) onMove(String(active.id), to);
  }

  return (
    // dnd-kit's live announcements are for its keyboard mode, which the buttons replace.
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={items.map((item) => item.key)} strategy={rectSortingStrategy}>
        <ul ref={list} className={className}>
          {items.map((item, index) => (
            <PhotoTile
              key={item.key}
              item={item}
              index={index}
              count={items.length}
              onMove={(to) => onMove(item.key, to)}
              onRemove={() => onRemove(item.key)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
