import type { ComponentProps, ReactNode } from "react";
import type { User } from "#contract/accounts.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import { RequireUser } from "./guards.tsx";

/** A page for signed-in users whose data are queries. */
export function SignedInPage({
  children,
  ...guard
}: Omit<ComponentProps<typeof RequireUser>, "children"> & { children: (user: User) => ReactNode }) {
  const { user } = useAuth();
  return (
    <RequireUser {...guard}>
      <QueryProvider>{user !== null && children(user)}</QueryProvider>
    </RequireUser>
  );
}
