import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { dayOf } from "#domain/format/day-of.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { leaveDevice } from "#web/lib/leave-device.ts";

/** Counts, and the price of the next car; refetched at every visit, because cars change on other pages. */
export function useStatus() {
  return useQuery({
    queryKey: ["me", "status"],
    queryFn: ({ signal }) => api("GET /api/me/status", {}, { signal }),
    refetchOnMount: "always",
  });
}

/** All data of an account may be a long list of cars over a slow connection. */
const exportTimeoutMs = 60_000;

export async function downloadMyData(): Promise<void> {
  const everything = await api("GET /api/me/export", {}, { timeoutMs: exportTimeoutMs });
  const file = new Blob([JSON.stringify(everything, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = profileMessages.privacy.fileName(dayOf(new Date()));
  link.click();
  // The download has started by the next task; until revoked, the URL keeps the file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/**
 * Deletes the account and goes to the home page. Rejects as `api` does: wrong_password, too_many_requests …
 */
export function useDeleteAccount(): (password: string) => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  const deleted = useRef(false);
  useEffect(
    () => () => {
      // The server has ended the session with the account; this signs out here. Only after this page has
      // gone, which would send a signed-out user to the login.
      if (deleted.current)
        void leaveDevice()
          .then(logout)
          .catch(() => undefined);
    },
    [logout],
  );
  return async (password) => {
    await api("DELETE /api/me", { body: { password } });
    deleted.current = true;
    await navigate("/", { replace: true });
  };
}
