import type { Car } from "#contract/cars.ts";
import { compareMessages as text } from "#domain/messages/compare.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ComparePage } from "#web/features/compare/compare-page.tsx";
import { loadCosts } from "#web/features/costs/load-costs.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { maxCompared } from "#web/lib/compare.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/compare";

/** The cars of the address in its order; the ids of those that are not public are `gone`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { api } = context.get(apiContext);
  const asked = (new URL(request.url).searchParams.get("cars") ?? "").toLowerCase().split(",");
  const ids = [...new Set(asked.filter(isUuid))].slice(0, maxCompared);
  const answers = await Promise.all(
    ids.map((id) =>
      api("GET /api/cars/{id}", { params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    ),
  );
  const cars = answers.filter((car): car is Car => car !== null);
  const costs = await Promise.all(
    cars.map(async (car) => {
      if (car.customsPaid !== false || car.sold) return null;
      const read = await loadCosts(api, car);
      return read?.notEu.total ?? null;
    }),
  );
  const gone = ids.filter((_, at) => answers[at] === null);
  return { cars, totals: costs, gone, now: new Date().toISOString() };
}

export const meta = namedPageMeta({
  title: text.title,
  description: text.description,
  path: "/compare",
  index: false,
});

export default function Page({ loaderData }: Route.ComponentProps) {
  return <ComparePage {...loaderData} />;
}
