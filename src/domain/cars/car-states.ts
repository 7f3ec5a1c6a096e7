/**
 * The states of a car and every way between them (specification.md#car-states).
 * `archived` remembers where it came from, so that restoring leads back there.
 */
export const carStates = ["active", "sold", "archived"] as const;
export type CarState = (typeof carStates)[number];
export type CarEvent = "markSold" | "markUnsold" | "archive" | "restore";

export interface CarStatus {
  state: CarState;
  /** What an archived car was before; null for the others. */
  archivedFrom: "active" | "sold" | null;
}

export type CarTransition =
  | { kind: "moved"; to: CarStatus }
  /** The car is already where the event leads: a repeated call is no error. */
  | { kind: "unchanged" }
  /** Not possible from here. */
  | { kind: "impossible" };

type Target = "active" | "sold" | "archived" | "back" | "stay";

const transitions: Record<CarEvent, Partial<Record<CarState, Target>>> = {
  markSold: { active: "sold", sold: "stay" },
  markUnsold: { sold: "active", active: "stay" },
  archive: { active: "archived", sold: "archived", archived: "stay" },
  restore: { archived: "back", active: "stay", sold: "stay" },
};

/** Where an event leads. Promise: the status in the answer is always consistent (archivedFrom only when archived). */
export function moveCar(from: CarStatus, event: CarEvent): CarTransition {
  const target = transitions[event][from.state];
  if (target === undefined) return { kind: "impossible" };
  if (target === "stay") return { kind: "unchanged" };
  if (target === "back")
    return { kind: "moved", to: { state: from.archivedFrom ?? "active", archivedFrom: null } };
  if (target === "archived") {
    return {
      kind: "moved",
      to: { state: "archived", archivedFrom: from.state === "sold" ? "sold" : "active" },
    };
  }
  return { kind: "moved", to: { state: target, archivedFrom: null } };
}
