import type { ReactNode } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import road from "#web/assets/road.svg?no-inline";
import { NetworkError } from "#web/lib/api-error.ts";
import { failedToLoad } from "#web/lib/failed-to-load.ts";
import { worksOffline } from "#web/lib/offline-cars.ts";
import { useReloadOnceReachable } from "#web/lib/use-reload-once-reachable.ts";

function View({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="page flex flex-col items-center py-12 text-center md:py-20">
      <img
        src={road}
        alt=""
        width="240"
        height="100"
        className="mb-6 max-w-full"
        // If nothing can be loaded, this image cannot either: no broken image above the text.
        onError={({ currentTarget }) => (currentTarget.hidden = true)}
      />
      <h1 className="text-3xl wrap-anywhere">{title}</h1>
      <p className="mt-3 max-w-lg text-lg text-ink-soft">{message}</p>
      <div className="mt-8 flex max-w-full flex-wrap justify-center gap-3 *:max-w-full *:whitespace-normal">
        {children}
      </div>
    </div>
  );
}

/** The page of an unknown address, or of a car that is not public. `children`: buttons in place of the usual two. */
export function NotFoundView({
  title = text.notFoundTitle,
  message = text.notFoundText,
  children,
}: {
  title?: string;
  message?: string;
  children?: ReactNode;
}) {
  return (
    <View title={title} message={message}>
      {children ?? (
        <>
          <ButtonLink to="/search" size="lg">
            {text.toSearch}
          </ButtonLink>
          <ButtonLink to="/" size="lg" variant="secondary">
            {text.toHome}
          </ButtonLink>
        </>
      )}
    </View>
  );
}

/** specification.md#navigation: replaces a page that failed. */
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
        // Browsers may cache a failed script: a missing script needs a reload.
        onClick={() => (scriptMissing ? reload() : void revalidate())}
      >
        {text.tryAgain}
      </Button>
      {unloaded && worksOffline() && (
        <ButtonLink size="lg" variant="secondary" to="/offline">
          {text.savedCars}
        </ButtonLink>
      )}
    </View>
  );
}

function reasonOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    if (error.status === 503 || error.status === 429) return text.busyText;
    return serverMessage(error.data) ?? text.errorText;
  }
  return failedToLoad(error) ? text.offlineText : text.errorText;
}

/** The API's error text, as passed on by pages.ts. */
export function serverMessage(data: unknown): string | undefined {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : undefined;
}
