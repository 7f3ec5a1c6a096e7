import { useRef, useState } from "react";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { useLeaving } from "#web/lib/use-leaving.ts";
import type { CarDetails } from "./load-car.ts";

export type ContactState = {
  /** E.164; null until somebody asked for it. */
  phone: string | null;
  loading: boolean;
  error: string | null;
  /** Asks for the number, once; null where it was not given. */
  reveal: () => Promise<string | null>;
};

/**
 * The seller's number. It is fetched when somebody asks for it and counts as a lead then
 * (specification.md#car-page); the owner's page has it already.
 */
export function useContact(car: CarDetails): ContactState {
  const [fetched, setFetched] = useState<{ id: string; phone: string } | null>(null);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const leaving = useLeaving();
  const underWay = useRef<Promise<string | null> | null>(null);
  const phone = car.sellerPhone ?? (fetched?.id === car._id ? fetched.phone : null);

  async function fetchPhone(): Promise<string | null> {
    setLoading(true);
    setError(null);
    try {
      // Whoever has left the page is not to find themselves in a call, or in another app.
      const signal = leaving();
      const contact = await api("POST /api/cars/{id}/contact", { params: { id: car._id } }, { signal });
      setFetched({ id: car._id, phone: contact.sellerPhone });
      return contact.sellerPhone;
    } catch (failure) {
      setError(messageOf(failure, carPageMessages.contact.failed));
      return null;
    } finally {
      setLoading(false);
      underWay.current = null;
    }
  }

  return {
    phone,
    loading,
    error,
    reveal: () => (phone === null ? (underWay.current ??= fetchPhone()) : Promise.resolve(phone)),
  };
}
