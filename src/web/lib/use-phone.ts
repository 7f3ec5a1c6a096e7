import { useRef, useState } from "react";
import { messageOf } from "./api-error.ts";
import { useLeaving } from "./use-leaving.ts";

/** A phone number that no page contains: fetched on demand. */
export function usePhone({
  id,
  known = null,
  ask,
  failed,
}: {
  /** Id of the number's owner: a new id means a new request. */
  id: string;
  /** The number, if the page already has it. */
  known?: string | null;
  ask: (signal: AbortSignal) => Promise<string>;
  /** The error if the server gave no text. */
  failed: string;
}) {
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
      // A person who has left the page must not be taken to a call or another app.
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
    /** E.164; null until requested. */
    phone,
    loading,
    error,
    /** Requests the number, once; null if the server refused. */
    reveal: () => (phone === null ? (underWay.current ??= fetchPhone()) : Promise.resolve(phone)),
  };
}

export type AskedPhone = ReturnType<typeof usePhone>;
