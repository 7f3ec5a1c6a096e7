import { useEffect, useState } from "react";

const tick = 30_000;

/**
 * The time it is, in a page that may stay open for hours. The first rendering goes by the server's time, so that the page
 * says the same with and without scripts and React finds what the server drew; from then on the device's own counts.
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
