import { data } from "react-router";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { carOfCosts, typedCosts } from "#web/features/costs/costs-address.ts";
import { type CostsAnswer, CostsPage } from "#web/features/costs/costs-page.tsx";
import { refusedForm } from "#web/lib/address-form.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/dogana";

export async function loader({ request, context }: Route.LoaderArgs) {
  const values = typedCosts(new URL(request.url).searchParams);
  const now = new Date().toISOString();
  const page = (answer: CostsAnswer) => ({ values, answer, now });
  if (Object.keys(values).length === 0) return page({ status: "asked", errors: {} });
  const { car, errors } = carOfCosts(values);
  if (car === null) return page({ status: "asked", errors });
  const { date: _today, ...query } = car;
  try {
    const costs = await context.get(apiContext).api("GET /api/import-costs", { query });
    return page({ status: "there", price: car.price, costs });
  } catch (error) {
    const { answer, init } = refusedForm(error, text.failed);
    return data(page(answer), init);
  }
}

export function meta(args: Route.MetaArgs) {
  return namedPageMeta({
    title: text.title,
    description: text.description,
    path: "/dogana",
    // Otherwise every car that somebody asks about would be indexed as a page.
    index: Object.keys(args.loaderData?.values ?? {}).length === 0,
  })(args);
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <CostsPage values={loaderData.values} answer={loaderData.answer} now={loaderData.now} />;
}
