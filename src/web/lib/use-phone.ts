import { useRef, useState } from "react";
import { messageOf } from "./api-error.ts";
import { useLeaving } from "./use-leaving.ts";

export type AskedPhone = {
  /** E.164; null until somebody asked for it. */
  phone: string | null;
  loading: boolean;
  error: string | null;
  /** Asks for the number, once; null where it was not given. */
  reveal: () => Promise<string | null>;
};

/** A number that stands in no page: it is fetched when somebody asks for it. */
export function usePhone({
  id,
  known = null,
  ask,
  failed,
}: {
  /** Whose it is: of another one it is asked for anew. */
  id: string;
  /** Where the page has it already. */
  known?: string | null;
  ask: (signal: AbortSignal) => Promise<string>;
  /** What is said where no number came and the server said nothing. */
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
      // Whoever has left the page is not to find themselves in a call, or in another app.
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
