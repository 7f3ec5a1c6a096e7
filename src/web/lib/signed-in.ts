import { useOutletContext } from "react-router";
import type { User } from "#contract/accounts.ts";

/** The signed-in user on a page of an area whose layout has checked it (`<Outlet context={user} />`). */
export function useSignedIn(): User {
  return useOutletContext<User>();
}
