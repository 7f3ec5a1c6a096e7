import { isUuid } from "#domain/text/uuid.ts";
import { property } from "#web/lib/property.ts";

// What a navigation to the form may pass in its state. Without zod: the form opens without it.

/** The id of the user's own car to copy into a new draft; null if there is none. */
export function copiedCarId(state: unknown): string | null {
  return idOf(property(state, "copyOf"));
}

/** The id of a car passed to the form for editing; null for a new car. */
export function passedCarId(state: unknown): string | null {
  return idOf(property(property(state, "car"), "_id"));
}

function idOf(value: unknown): string | null {
  return typeof value === "string" && isUuid(value) ? value : null;
}

/** Fields that the server refused, passed back to the form. */
export interface RefusedFields {
  readonly refused: { readonly reference: string };
}

/** The refused fields of a navigation state, with their errors; empty without any. */
export function readRefusedFields(state: unknown): Partial<RefusedFields["refused"]> {
  const reference = property(property(state, "refused"), "reference");
  return typeof reference === "string" ? { reference } : {};
}
