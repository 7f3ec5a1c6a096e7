import { useEffect, useState } from "react";

const tick = 30_000;

/**
 * The current time, for pages that may stay open for hours. The first render uses the server's time, so that
 * it matches the server's markup; from then on the device's clock counts.
 */
export function useNow(served: string): Date {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(new Date());
    look();
    const timer = setInterval(look, tick);
    return () => clearInterval(timer);
  }, []);
  return now ?? new Date(served);
}
