import { useRef, useState } from "react";
import { messageOf } from "./api-error.ts";
import { useLeaving } from "./use-leaving.ts";

export type AskedPhone = {
  /** E.164; null until requested. */
  phone: string | null;
  loading: boolean;
  error: string | null;
  /** Requests the number, once; null if it was not given. */
  reveal: () => Promise<string | null>;
};

/** A number that is in no page: fetched on demand. */
export function usePhone({
  id,
  known = null,
  ask,
  failed,
}: {
  /** Its owner: another one's is requested again. */
  id: string;
  /** If the page already has it. */
  known?: string | null;
  ask: (signal: AbortSignal) => Promise<string>;
  /** The text if no number came and the server gave none. */
  failed: string;
}): AskedPhone {
  const [fetched, setFetched] = useState<{ id: string; phone: string } | null>(null);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const leaving = useLeaving();
  const underWay = useRef<Promise<string | null> | null>(null);
  const phone = known ?? (fetched?.id === id ? fetched.phone : null);

  async function fetchPhone(): Promise<string | null> {
    setLoading(true);
    setError(null);
    try {
      // A person who has left the page must not end up in a call, or in another app.
      const given = await ask(leaving());
      setFetched({ id, phone: given });
      return given;
    } catch (failure) {
      setError(messageOf(failure, failed));
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
