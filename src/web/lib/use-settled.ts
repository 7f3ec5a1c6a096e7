import { useEffect, useState } from "react";
import { askWhoIsSignedIn } from "./auth.ts";

/** True once the server, not only the browser's storage, has confirmed the user. */
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
