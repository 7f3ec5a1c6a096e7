import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import road from "#web/assets/road.svg?no-inline";
import { NetworkError } from "#web/lib/api-error.ts";
import { isReachable } from "#web/lib/reachable.ts";
import { nextPause } from "#web/lib/reload-pauses.ts";

function View({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="page flex flex-col items-center py-12 text-center md:py-20">
      <img
        src={road}
        alt=""
        width="240"
        height="100"
        className="mb-6 max-w-full"
        // Where nothing can be loaded, this cannot either: no torn picture above the words.
        onError={({ currentTarget }) => (currentTarget.style.visibility = "hidden")}
      />
      <h1 className="text-3xl wrap-anywhere">{title}</h1>
      <p className="mt-3 max-w-lg text-lg text-ink-soft">{message}</p>
      <div className="mt-8 flex max-w-full flex-wrap justify-center gap-3 *:max-w-full *:whitespace-normal">
        {children}
      </div>
    </div>
  );
}

/** What stands for an address that leads nowhere, or to a car that is not public. */
export function NotFoundView({
  title = text.notFoundTitle,
  message = text.notFoundText,
}: {
  title?: string;
  message?: string;
}) {
  return (
    <View title={title} message={message}>
      <ButtonLink to="/search" size="lg">
        {text.toSearch}
      </ButtonLink>
      <ButtonLink to="/" size="lg" variant="secondary">
        {text.toHome}
      </ButtonLink>
    </View>
  );
}

/** specification.md#navigation: what a page shows that failed, in its place. */
export function ErrorView({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const unloaded = failedToLoad(error);
  const scriptMissing = unloaded && !(error instanceof NetworkError);
  const { reload, asking } = useReloadOnceReachable(scriptMissing);
  return (
    <View title={unloaded ? uiMessages.loadFailed : text.errorTitle} message={reasonOf(error)}>
      <Button size="lg" loading={asking} onClick={() => (unloaded ? reload() : location.reload())}>
        {text.reloadPage}
      </Button>
      <Button
        size="lg"
        variant="secondary"
        loading={state === "loading"}
        // Browsers may remember that a script did not come: a page without one begins anew.
        onClick={() => (scriptMissing ? reload() : void revalidate())}
      >
        {text.tryAgain}
      </Button>
    </View>
  );
}

const reloadCounts = () => sessionStorage;

/**
 * Loads the page anew, but only where the server answers: else the browser would put its own error page in the place of
 * ours. `byItself`: tried without a press as well, when the view appears (the page's script may have been of a version
 * that is gone) and when the connection is back. A page that fails again and again is so tried with growing pauses, and
 * then left to the person.
 */
function useReloadOnceReachable(byItself: boolean): { reload: () => void; asking: boolean } {
  const [asking, setAsking] = useState(byItself);
  const attempt = async () => {
    if (await isReachable()) location.reload();
    else setAsking(false);
  };
  const attemptNow = useEffectEvent(attempt);
  useEffect(() => {
    if (!byItself) return undefined;
    const pause = nextPause(reloadCounts, location.href, Date.now());
    let wait = 1_500;
    const again = () => {
      clearTimeout(timer);
      // A browser says that it is back before everything answers again.
      void attemptNow();
      wait = Math.min(wait * 2, 60_000);
      timer = window.setTimeout(again, wait);
    };
    // Whoever waits for a while may press meanwhile.
    const rest = () => {
      setAsking(false);
      timer = window.setTimeout(again, pause);
    };
    let timer = window.setTimeout(pause === 0 ? again : pause ? rest : () => setAsking(false));
    if (pause !== undefined) addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [byItself]);
  const reload = () => {
    setAsking(true);
    void attempt();
  };
  return { reload, asking };
}

function reasonOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    if (error.status === 503 || error.status === 429) return text.busyText;
    return serverMessage(error.data) ?? text.errorText;
  }
  return failedToLoad(error) ? text.offlineText : text.errorText;
}

/**
 * Whether a page's data or its script did not arrive. Browsers throw a TypeError for both, as for any slip in a
 * program; only its words tell them apart: "Failed to fetch", "NetworkError when …", "Load failed", "Importing a …".
 */
export function failedToLoad(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  // Vite's own words, of a style that a part of a page needs.
  if (error instanceof Error && error.message.startsWith("Unable to preload CSS")) return true;
  return error instanceof TypeError && /failed to fetch|networkerror|load failed|import/i.test(error.message);
}

/** The API's own words, as pages.ts passes them on. */
export function serverMessage(data: unknown): string | undefined {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : undefined;
}
