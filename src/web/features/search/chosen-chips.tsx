import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { ChipLink } from "#web/components/chip.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { chosenFilters } from "./chosen-filters.ts";
import { searchHref, withoutFilters } from "./search-address.ts";

/** What is chosen, each removable: links, so that they work before any script has run. */
export function ChosenChips({ search }: { search: CarSearch }) {
  const chosen = chosenFilters(search);
  if (chosen.length === 0) return null;
  return (
    <section aria-label={text.chosen} className="flex flex-wrap items-center gap-2">
      {chosen.map(({ key, label, without }) => (
        <ChipLink key={key} label={label} to={searchHref(without)} replace preventScrollReset />
      ))}
      <TextLink
        to={searchHref(withoutFilters(search))}
        replace
        preventScrollReset
        className="inline-flex min-h-11 items-center px-2 text-sm"
      >
        {text.reset}
      </TextLink>
    </section>
  );
}
