import { useCallback } from "react";
import { useNavigate } from "react-router";
import { signOutMessages as text } from "#domain/messages/sign-out.ts";
import { toast } from "#web/components/toast.ts";
import { useAuth } from "#web/lib/auth.ts";
import { leaveDevice } from "#web/lib/leave-device.ts";
import { isReachable } from "#web/lib/reachable.ts";

/**
 * Signs out, goes to the home page (the current one may need an account) and says so, even if the server
 * could not be told yet.
 */
export function useLogout(): () => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return useCallback(async () => {
    // Without a connection the navigation may never finish; the sign-out must not wait for it.
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
