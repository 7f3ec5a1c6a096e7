import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { shellMessages } from "#domain/messages/shell.ts";
import { ErrorView, NotFoundView, serverMessage } from "#web/features/shell/error-view.tsx";
import { MetaGuard } from "#web/features/shell/meta-guard.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { useAuthLifecycle } from "#web/lib/auth.ts";
import { skipBelowFoldScript } from "#web/lib/below-fold.ts";
import { cardSizeScript } from "#web/lib/card-size.ts";
import { useCompared } from "#web/lib/compare.ts";
import { earlyInputScript } from "#web/lib/early-input-script.ts";
import { useLayerHistory } from "#web/lib/layers.ts";
import { markSessionScript } from "#web/lib/mark-session.ts";
import { withOfflineWriter, worksOffline } from "#web/lib/offline-cars.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import latinFont from "./assets/fonts/inter-latin.woff2?url";
import icon from "./assets/icon.svg?no-inline";

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: latinFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: icon, type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), year: new Date().getFullYear() };
}

/** The root's data are reused during navigation, unless a page revalidates them (a fee has changed). */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && formMethod === undefined;
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  const name = loaderData?.site.name ?? "";
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const title = error ? (missing ? shellMessages.notFoundTitle : shellMessages.errorTitle) : name;
  return [
    { title: error ? `${title} · ${name}` : title },
    ...(error ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { key } = useLocation();
  // Here, because error pages count too: they replace everything below.
  useLayerHistory();
  // An error of the head affects the whole page: the error view replaces it until the next page.
  const [headError, setHeadError] = useState<{ page: string; error: unknown } | null>(null);
  const content = headError?.page === key ? <ErrorView error={headError.error} /> : children;
  return (
    <html lang="sq" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12151b" media="(prefers-color-scheme: dark)" />
        <script dangerouslySetInnerHTML={{ __html: markSessionScript }} suppressHydrationWarning />
        <script dangerouslySetInnerHTML={{ __html: cardSizeScript }} suppressHydrationWarning />
        <script dangerouslySetInnerHTML={{ __html: earlyInputScript }} suppressHydrationWarning />
        <script dangerouslySetInnerHTML={{ __html: skipBelowFoldScript }} suppressHydrationWarning />
        <MetaGuard
          page={key}
          fallback={<title>{`${shellMessages.errorTitle} · ${data?.site.name ?? ""}`}</title>}
          onError={(error) => setHeadError({ page: key, error })}
        >
          <Meta />
        </MetaGuard>
        <Links />
      </head>
      <body>
        {data ? (
          <Shell site={data.site} year={data.year} bar={<ChosenCars />}>
            {content}
          </Shell>
        ) : (
          content
        )}
        <ScrollRestoration />
        {import.meta.env.DEV ? (
          <Scripts />
        ) : (
          <noscript id="page-scripts">
            <Scripts />
          </noscript>
        )}
      </body>
    </html>
  );
}

// Loaded with the first chosen car: most visits choose none.
const CompareBar = lazy(() =>
  import("#web/features/compare/compare-bar.tsx").catch(() => ({ default: () => null })),
);

function ChosenCars() {
  return useCompared().length === 0 ? null : (
    <Suspense>
      <CompareBar />
    </Suspense>
  );
}

export default function Root() {
  useAuthLifecycle();
  useEffect(() => {
    if (worksOffline()) withOfflineWriter(({ keepCurrent }) => keepCurrent());
  }, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const message = serverMessage(error.data);
    return message === undefined ? <NotFoundView /> : <NotFoundView title={message} />;
  }
  return <ErrorView error={error} />;
}
