import type { ReactNode } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";

function View({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="page flex flex-col items-center py-20 text-center md:py-28">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-3 max-w-lg text-lg text-ink-soft">{message}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
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

/** SPEC section 2 "Error fallback view": what a page shows that failed, in its place. */
export function ErrorView({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  return (
    <View title={text.errorTitle} message={reasonOf(error)}>
      <Button size="lg" onClick={() => location.reload()}>
        {text.reloadPage}
      </Button>
      <Button size="lg" variant="secondary" loading={state === "loading"} onClick={() => void revalidate()}>
        {text.tryAgain}
      </Button>
    </View>
  );
}

function reasonOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    if (error.status === 503 || error.status === 429) return text.busyText;
    return serverMessage(error.data) ?? text.errorText;
  }
  // What a failed fetch of a page's data throws.
  return error instanceof TypeError ? text.offlineText : text.errorText;
}

/** The API's own words, as pages.ts passes them on. */
export function serverMessage(data: unknown): string | undefined {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : undefined;
}
