import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { ChipLink } from "#web/components/chip.tsx";
import type { Facets } from "#contract/search.ts";
import { withoutParts } from "#domain/search/without-parts.ts";
import { TextLink } from "#web/components/text-link.tsx";
import { chosenFilters } from "./chosen-filters.ts";
import { searchHref, withoutFilters } from "./search-address.ts";

// One row to swipe on a phone: nine filters would push the first car off the screen.
const row =
  "flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap";

/** The chosen filters as links that remove them: they work before hydration. */
export function ChosenChips({ search }: { search: CarSearch }) {
  const chosen = chosenFilters(search);
  if (chosen.length === 0) return null;
  return (
    <section aria-label={text.chosen} className={row}>
      {chosen.map(({ key, label, without }) => (
        <ChipLink
          key={key}
          label={label}
          to={searchHref(without)}
          replace
          preventScrollReset
          className="max-sm:shrink-0"
        />
      ))}
      <TextLink
        to={searchHref(withoutFilters(search))}
        replace
        preventScrollReset
        className="inline-flex min-h-11 shrink-0 items-center px-2 text-sm"
      >
        {text.reset}
      </TextLink>
    </section>
  );
}

/** How the query was understood: each chip is removed alone, with the words it came from. */
export function UnderstoodChips({
  search,
  understood,
}: {
  search: CarSearch;
  understood: Facets["understood"];
}) {
  // "Golf 7" is a model and its years: one chip, removed together.
  const byWords = new Map<string, string[]>();
  for (const { param, text: words, label } of understood)
    // A chosen sort order replaces a typed one.
    if (param !== "sort" || search.sort === "standard")
      byWords.set(words, [...(byWords.get(words) ?? []), label]);
  if (byWords.size === 0) return null;
  return (
    <section aria-label={text.understood} className={`${row} mt-3`}>
      <span className="shrink-0 text-sm text-ink-soft">{text.understood}</span>
      {[...byWords].map(([words, labels]) => (
        <ChipLink
          key={words}
          label={labels.join(", ")}
          to={searchHref({ ...search, q: withoutParts(search.q, [words]) })}
          replace
          preventScrollReset
          className="max-sm:shrink-0"
        />
      ))}
    </section>
  );
}
