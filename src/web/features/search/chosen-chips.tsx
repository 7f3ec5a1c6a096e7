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
    <section
      aria-label={text.chosen} // One row to swipe on a phone: nine filters would push the first car off its screen.
      className="flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
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
