import { carPageMessages } from "#domain/messages/car-page.ts";
import { api } from "#web/lib/auth.ts";
import { type AskedPhone, usePhone } from "#web/lib/use-phone.ts";
import type { CarDetails } from "./load-car.ts";

export type ContactState = AskedPhone;

/**
 * The seller's number. Requesting it counts as a lead (specification.md#statistics);
 * the owner's page already has it.
 */
export function useContact(car: CarDetails): ContactState {
  return usePhone({
    id: car._id,
    known: car.sellerPhone ?? null,
    ask: async (signal) => {
      const contact = await api("POST /api/cars/{id}/contact", { params: { id: car._id } }, { signal });
      return contact.sellerPhone;
    },
    failed: carPageMessages.contact.failed,
  });
}
