import { data } from "react-router";
import { notFoundMessages as text } from "#domain/messages/car-page.ts";
import { NotFoundView } from "#web/features/shell/error-view.tsx";
import type { Route } from "./+types/not-found";

export function loader() {
  return data(null, { status: 404 });
}

/** In the browser the router knows it without asking the server. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: text.documentTitle(matches[0].loaderData?.site.name ?? "") },
    { name: "robots", content: "noindex" },
  ];
}

export default function Page() {
  return <NotFoundView title={text.heading} message={text.hint} />;
}
