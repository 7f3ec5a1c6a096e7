import { data } from "react-router";
import { valuePageMessages as text } from "#domain/messages/value-page.ts";
import { carOfValues, typedValues } from "#web/features/prices/value-address.ts";
import { type ValueAnswer, ValuePage } from "#web/features/prices/value-page.tsx";
import { refusedForm } from "#web/lib/address-form.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/value";

export async function loader({ request, context }: Route.LoaderArgs) {
  const values = typedValues(new URL(request.url).searchParams);
  const page = (answer: ValueAnswer) => ({ values, answer });
  if (Object.keys(values).length === 0) return page({ status: "asked", errors: {} });
  const { car, errors } = carOfValues(values);
  if (car === null) return page({ status: "asked", errors });
  try {
    const estimate = await context.get(apiContext).api("POST /api/price-estimates", { body: car });
    return page({ status: "there", estimate });
  } catch (error) {
    const { answer, init } = refusedForm(error, text.failed);
    return data(page(answer), init);
  }
}

export function meta(args: Route.MetaArgs) {
  return namedPageMeta({
    title: text.title,
    description: text.description,
    path: "/vlera",
    // Otherwise every car that somebody asks about would be indexed as a page.
    index: Object.keys(args.loaderData?.values ?? {}).length === 0,
  })(args);
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <ValuePage values={loaderData.values} answer={loaderData.answer} />;
}
