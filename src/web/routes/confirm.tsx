import { data } from "react-router";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { ErrorState } from "#web/components/states.tsx";
import { ConfirmPage } from "#web/features/my-cars/confirm-page.tsx";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/confirm";

const { page: text } = confirmationMessages;

/** Opening the mailed link changes nothing, because mail scanners open every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200);
  const headers = { "Cache-Control": "private, no-store" };
  try {
    const car = await context.get(apiContext).api("GET /api/confirmation", { query: { token } });
    return data({ status: "asked" as const, token, car }, { headers });
  } catch (error) {
    if (error instanceof ApiError && error.status === 410)
      return data({ status: "gone" as const }, { status: 410, headers });
    const status = error instanceof ApiError ? error.status : 503;
    return data({ status: "failed" as const, message: messageOf(error, text.failed) }, { status, headers });
  }
}

export const meta = namedPageMeta({
  title: text.title,
  description: text.intro,
  path: "/confirm",
  index: false,
});

export default function Page({ loaderData }: Route.ComponentProps) {
  if (loaderData.status === "failed")
    return <ErrorState title={loaderData.message} onRetry={() => location.reload()} />;
  return <ConfirmPage asked={loaderData.status === "asked" ? loaderData : null} />;
}
