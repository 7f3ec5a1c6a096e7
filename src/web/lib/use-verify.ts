import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf } from "./api-error.ts";

export type Verification<Value> =
  | { status: "missing" }
  | { status: "verifying" }
  | { status: "verified"; value: Value }
  | { status: "failed"; message: string };

/**
 * Verifies once whether the checkout session is paid (specification.md#payment-pages), and again on request.
 * `fallback`: the text if the server gave none.
 */
export function useVerify<Value>(
  sessionId: string,
  verify: (sessionId: string) => Promise<Value>,
  fallback: string,
): { verification: Verification<Value>; retry: () => void } {
  const [verification, setVerification] = useState<Verification<Value>>({
    status: sessionId === "" ? "missing" : "verifying",
  });
  const asked = useRef<string | null>(null);

  async function ask(): Promise<void> {
    asked.current = sessionId;
    if (sessionId === "") {
      setVerification({ status: "missing" });
      return;
    }
    setVerification({ status: "verifying" });
    let next: Verification<Value>;
    try {
      next = { status: "verified", value: await verify(sessionId) };
    } catch (error) {
      next = { status: "failed", message: messageOf(error, fallback) };
    }
    // Another session may have been requested meanwhile.
    if (asked.current === sessionId) setVerification(next);
  }

  const askOnce = useEffectEvent((id: string) => {
    if (asked.current !== id) void ask();
  });
  useEffect(() => askOnce(sessionId), [sessionId]);
  return { verification, retry: () => void ask() };
}
