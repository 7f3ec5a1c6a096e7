import type { ReactNode } from "react";
import type { User } from "#contract/accounts.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { DealerFrame } from "./dealer-frame.tsx";

/** A page about the user's own cars: a dealer's is within the dealer's area. */
export function OwnCarsFrame({ user, children }: { user: User; children: ReactNode }) {
  return hasDealerAccess(user) ? (
    <DealerFrame>{children}</DealerFrame>
  ) : (
    <div className="page py-6 md:py-10 print:p-0!">{children}</div>
  );
}
