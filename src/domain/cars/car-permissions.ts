import type { Actor } from "#domain/accounts/actor.ts";
import type { CarState } from "./car-states.ts";

/** What a permission needs to know of a car. */
export interface CarAccess {
  ownerId: string;
  state: CarState;
  /** Anyone may open it by its address: active or sold, not hidden, its seller not lapsed (specification.md#public-and-on-sale). */
  isPublic: boolean;
  /** It may be found, followed and bought: public and active. */
  isOnSale: boolean;
}

export type Refusal = "not_signed_in" | "not_found" | "not_yours" | "car_is_sold" | "car_is_archived";

export function isOwner(actor: Actor | null, car: CarAccess): boolean {
  return actor !== null && actor.id === car.ownerId;
}

export function canSeeCar(actor: Actor | null, car: CarAccess): boolean {
  return car.isPublic || isOwner(actor, car) || actor?.isAdmin === true;
}

/** Owner and admins see a car's phone number in place; everybody else asks the contact route for it. */
export function canSeePhone(actor: Actor | null, car: CarAccess): boolean {
  return isOwner(actor, car) || actor?.isAdmin === true;
}

/** The contact route answers for cars that can still be bought. */
export function canContactSeller(car: CarAccess): boolean {
  return car.isOnSale;
}

function refuseStranger(actor: Actor | null, car: CarAccess): Refusal | null {
  if (actor === null) return "not_signed_in";
  if (isOwner(actor, car)) return null;
  return canSeeCar(actor, car) ? "not_yours" : "not_found";
}

/** null where the actor may move the car between its states (mark sold, unsold, archive, restore); else why not. */
export function refuseMove(actor: Actor | null, car: CarAccess): Refusal | null {
  return refuseStranger(actor, car);
}

/** null where the actor may see how many people were interested in the car; else why not. */
export function refuseStats(actor: Actor | null, car: CarAccess): Refusal | null {
  return actor?.isAdmin === true ? null : refuseStranger(actor, car);
}

/** null where the actor may edit the car's fields; else why not. Sold and archived cars are not edited (specification.md#car-states). */
export function refuseEdit(actor: Actor | null, car: CarAccess): Refusal | null {
  const stranger = refuseStranger(actor, car);
  if (stranger !== null) return stranger;
  if (car.state === "sold") return "car_is_sold";
  if (car.state === "archived") return "car_is_archived";
  return null;
}
