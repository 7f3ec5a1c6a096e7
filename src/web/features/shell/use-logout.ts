import { useCallback } from "react";
import { useNavigate } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { toast } from "#web/components/toast.ts";
import { useAuth } from "#web/lib/auth.ts";

/** Signs out, leaves for the home page (the present one may need an account) and says so. */
export function useLogout(): () => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return useCallback(async () => {
    await navigate("/");
    // Here the person is signed out in any case; a server out of reach lets the session run out.
    await logout().catch(() => undefined);
    toast.success(text.loggedOut);
  }, [logout, navigate]);
}
