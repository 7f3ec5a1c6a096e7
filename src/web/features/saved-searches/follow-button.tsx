import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf, NetworkError } from "#web/lib/api-error.ts";
import { api, askWhoIsSignedIn, useAuth } from "#web/lib/auth.ts";
import { askedMarks } from "#web/lib/asked-before.ts";
import { withNext } from "#web/lib/safe-next.ts";
import { useLeaving } from "#web/lib/use-leaving.ts";
import { Bell } from "./bell.tsx";

const text = carPageMessages.follow;

/**
 * Sends a mail when the car's price drops. Guests sign in first; the press takes effect when they come back.
 */
export function FollowButton({ carId }: { carId: string }) {
  const { status } = useAuth();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [following, setFollowing] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const leaving = useLeaving();
  const isUser = status === "user";
  const isAsked = hash === askedMarks.follow;

  async function change(follow: boolean): Promise<void> {
    setBusy(true);
    try {
      const params = { id: carId };
      if (follow) await api("PUT /api/cars/{id}/follow", { params });
      else await api("DELETE /api/cars/{id}/follow", { params });
      setFollowing(follow);
      toast.success(follow ? text.started : text.stopped);
    } catch (error) {
      toast.error(error instanceof NetworkError ? uiMessages.networkError : messageOf(error, text.failed));
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    if (!isUser) {
      setFollowing(null);
      return undefined;
    }
    if (isAsked) {
      // First removes the mark from the address, so that a reload does not repeat the action.
      void navigate(pathname + search, { replace: true, preventScrollReset: true, state });
      void change(true);
      return undefined;
    }
    const leaving = new AbortController();
    api("GET /api/cars/{id}/follow", { params: { id: carId } }, { signal: leaving.signal }).then(
      (answer) => setFollowing((known) => known ?? answer.following),
      // Pressing the button asks the server anyway.
      () => undefined,
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a person and car, with the address of that moment
  }, [isUser, isAsked, carId]);

  async function press(): Promise<void> {
    if (isUser) {
      await change(following !== true);
      return;
    }
    const left = leaving();
    setBusy(true);
    await askWhoIsSignedIn();
    if (!left.aborted) await navigate(withNext("/login", `${pathname}${search}${askedMarks.follow}`));
    setBusy(false);
  }

  return (
    <div className="flex flex-col gap-1 noscript:hidden">
      <Button
        variant="secondary"
        aria-pressed={following === true}
        loading={busy}
        onClick={() => void press()}
        className="aria-pressed:border-blue aria-pressed:bg-blue-soft! aria-pressed:text-blue-text!"
      >
        <Bell filled={following === true} />
        {text.follow}
      </Button>
      {following === true && <p className="text-sm text-ink-soft">{text.hint}</p>}
    </div>
  );
}
