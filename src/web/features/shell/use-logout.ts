import { useCallback } from "react";
import { useNavigate } from "react-router";
import { signOutMessages as text } from "#domain/messages/sign-out.ts";
import { toast } from "#web/components/toast.ts";
import { useAuth } from "#web/lib/auth.ts";
import { leaveDevice } from "#web/lib/leave-device.ts";
import { isReachable } from "#web/lib/reachable.ts";

/**
 * Signs out, leaves for the home page (the present one may need an account) and says so: also where the server could not
 * be told yet.
 */
export function useLogout(): () => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return useCallback(async () => {
    // On a dead line the page never comes, and the person is to be signed out all the same.
    await Promise.race([navigate("/"), whenOutOfReach()]);
    await leaveDevice();
    await logout().then(
      () => toast.success(text.loggedOut),
      () => toast.info(text.loggedOutHere),
    );
  }, [logout, navigate]);
}

async function whenOutOfReach(): Promise<void> {
  if (await isReachable()) await new Promise(() => undefined);
}
