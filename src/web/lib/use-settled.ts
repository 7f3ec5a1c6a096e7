import { useEffect, useState } from "react";
import { askWhoIsSignedIn } from "./auth.ts";

/** True once the server was asked who this is, and not only the browser's storage. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let left = false;
    async function settle(): Promise<void> {
      await askWhoIsSignedIn();
      if (!left) setSettled(true);
    }
    void settle();
    return () => {
      left = true;
    };
  }, []);
  return settled;
}
