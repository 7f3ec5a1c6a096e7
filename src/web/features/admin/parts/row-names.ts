import type { AdminCar, AdminUser } from "#contract/admin-lists.ts";

export function personName(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${person.firstName} ${person.lastName}`;
}

export function userTitle(user: AdminUser): string {
  return `${personName(user)} (${user.email})`;
}

export function carName(car: Pick<AdminCar, "brand" | "model">): string {
  return `${car.brand} ${car.model}`;
}

export function carTitle(car: Pick<AdminCar, "brand" | "model" | "year">): string {
  return `${carName(car)}, ${car.year}`;
}
