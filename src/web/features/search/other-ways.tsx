import { useId } from "react";
import { formatNumber } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { ButtonLink } from "#web/components/button.tsx";
import type { SearchFacets } from "./filter-options.ts";

/**
 * Alternatives for few or no results: nearby towns and looser filters, as links with their number of cars.
 */
export function OtherWays({ facets: { nearby, looser } }: { facets: SearchFacets }) {
  return (
    <>
      <Ways
        title={text.nearby}
        ways={nearby.map(({ location, km, total, query }) => ({
          query,
          label: text.nearbyTown(location, km, formatNumber(total), total),
        }))}
      />
      <Ways
        title={text.looser}
        ways={looser.map(({ dropped, total, query }) => ({
          query,
          label: text.relaxed(formatNumber(total), total, dropped.join(", ")),
        }))}
      />
    </>
  );
}

function Ways({ title, ways }: { title: string; ways: readonly { query: string; label: string }[] }) {
  const id = useId();
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {ways.map(({ query, label }) => (
          <li key={query} className="max-w-full">
            <ButtonLink
              to={`/search?${query}`}
              replace
              variant="secondary"
              className="text-start wrap-anywhere whitespace-normal!"
            >
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
