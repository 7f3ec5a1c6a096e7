/**
 * The states of a car and their transitions (specification.md#car-states). `archived` remembers the former
 * state, so that restoring returns to it.
 */
export const carStates = ["active", "sold", "archived"] as const;
export type CarState = (typeof carStates)[number];
export type CarEvent = "markSold" | "markUnsold" | "archive" | "restore";

export interface CarStatus {
  state: CarState;
  /** The state of an archived car before; null for others. */
  archivedFrom: "active" | "sold" | null;
}

export type CarTransition =
  | { kind: "moved"; to: CarStatus }
  /** The car is already in the target state: a repeated call is no error. */
  | { kind: "unchanged" }
  /** Impossible from this state. */
  | { kind: "impossible" };

type Target = "active" | "sold" | "archived" | "back" | "stay";

const transitions: Record<CarEvent, Partial<Record<CarState, Target>>> = {
  markSold: { active: "sold", sold: "stay" },
  markUnsold: { sold: "active", active: "stay" },
  archive: { active: "archived", sold: "archived", archived: "stay" },
  restore: { archived: "back", active: "stay", sold: "stay" },
};

/** The state after an event. The result is always consistent: archivedFrom is set only if archived. */
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
