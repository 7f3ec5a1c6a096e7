import type { Actor } from "#domain/accounts/actor.ts";
import type { CarState } from "./car-states.ts";

/** What a permission depends on. */
export interface CarAccess {
  ownerId: string;
  state: CarState;
  /** Anybody may open it: active or sold, not hidden, its seller not lapsed (specification.md#public-and-on-sale). */
  isPublic: boolean;
  /** Can be found, followed and bought: public and active. */
  isOnSale: boolean;
}

export type Refusal = "not_signed_in" | "not_found" | "not_yours" | "car_is_sold" | "car_is_archived";

export function isOwner(actor: Actor | null, car: CarAccess): boolean {
  return actor !== null && actor.id === car.ownerId;
}

export function canSeeCar(actor: Actor | null, car: CarAccess): boolean {
  return car.isPublic || isOwner(actor, car) || actor?.isAdmin === true;
}

/** Owner and admins see a car's phone number directly; others ask the contact route. */
export function canSeePhone(actor: Actor | null, car: CarAccess): boolean {
  return isOwner(actor, car) || actor?.isAdmin === true;
}

/** The contact route answers only for cars that can be bought. */
export function canContactSeller(car: CarAccess): boolean {
  return car.isOnSale;
}

function refuseStranger(actor: Actor | null, car: CarAccess): Refusal | null {
  if (actor === null) return "not_signed_in";
  if (isOwner(actor, car)) return null;
  return canSeeCar(actor, car) ? "not_yours" : "not_found";
}

/** null if the actor may change the car's state (sold, unsold, archive, restore); else the reason. */
export function refuseMove(actor: Actor | null, car: CarAccess): Refusal | null {
  return refuseStranger(actor, car);
}

/** null if the actor may see the car's statistics; else the reason. */
export function refuseStats(actor: Actor | null, car: CarAccess): Refusal | null {
  return actor?.isAdmin === true ? null : refuseStranger(actor, car);
}

/**
 * null if the actor may edit the car's fields; else the reason. Sold and archived cars cannot be edited
 * (specification.md#car-states).
 */
export function refuseEdit(actor: Actor | null, car: CarAccess): Refusal | null {
  const stranger = refuseStranger(actor, car);
  if (stranger !== null) return stranger;
  if (car.state === "sold") return "car_is_sold";
  if (car.state === "archived") return "car_is_archived";
  return null;
}
