import type { FormEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import type { SellerCars } from "#contract/sellers.ts";
import { formatNumber } from "#domain/format/format.ts";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import { type CarSearch, isNarrowed } from "#domain/search/car-search.ts";
import { searchOrders, sortOptions } from "#domain/search/search-fields.ts";
import { offersFilters } from "#domain/search/seller-search.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import { Section } from "#web/components/section.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { EmptyState } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";

const filterText = text.filters;

/** A page of one seller's cars on sale, with filters if there are many. */
export function CarsOfSeller({
  counts: { carCount, found, brands },
  search,
  page,
  pages,
  href,
  searchOf,
  cars,
  empty = text.empty,
}: {
  counts: Pick<SellerCars, "found" | "brands"> & { carCount: number };
  search: CarSearch;
  page: number;
  pages: number;
  /** The address of this page with another search or page. */
  href: (search: CarSearch, page?: number) => string;
  /** Parses the search from the form's fields. */
  searchOf: (fields: URLSearchParams) => CarSearch;
  cars: ReactNode;
  /** Shown if the seller has no cars. */
  empty?: string;
}) {
  if (carCount === 0)
    return (
      <EmptyState title={empty}>
        <ButtonLink to="/search">{text.toSearch}</ButtonLink>
      </EmptyState>
    );
  const clear = href(searchOf(new URLSearchParams()));
  return (
    <Section id="cars" heading={text.cars} headingClass="mb-4 text-xl">
      {offersFilters(carCount, search) && (
        <Filters key={href(search)} {...{ brands, search, href, searchOf, action: clear }} />
      )}
      {isNarrowed(search) && (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-x-4 tabular-nums">
          {filterText.found(formatNumber(found), formatNumber(carCount))}
          <TallLink to={clear}>{filterText.clear}</TallLink>
        </p>
      )}
      {found === 0 ? (
        <EmptyState title={filterText.none}>
          <ButtonLink to={clear} variant="secondary">
            {filterText.clear}
          </ButtonLink>
        </EmptyState>
      ) : (
        cars
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} href={(number) => href(search, number)} />
      </div>
    </Section>
  );
}

/** A plain GET form, which works without scripts; with them a chosen brand or sort order applies at once. */
function Filters({
  brands,
  search,
  href,
  searchOf,
  action,
}: {
  brands: SellerCars["brands"];
  search: CarSearch;
  href: (search: CarSearch) => string;
  searchOf: (fields: URLSearchParams) => CarSearch;
  action: string;
}) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === "string") fields.set(name, value);
    void navigate(href(searchOf(fields)), { preventScrollReset: true });
  }
  return (
    <form
      aria-label={filterText.label}
      method="get"
      action={action}
      onSubmit={submit}
      className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] items-end gap-3 rounded-lg border border-line p-4 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <Field label={filterText.brand}>
        <Select
          name="brand"
          defaultValue={search.brand.length === 1 ? search.brand[0] : ""}
          onChange={(event) => event.target.form?.requestSubmit()}
        >
          <option value="">{filterText.anyBrand}</option>
          {brands.map(({ brand, count }) => (
            <option key={brand} value={brand}>
              {filterText.brandOption(brand, formatNumber(count))}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={filterText.sort}>
        <Select
          name="sort"
          defaultValue={search.sort}
          onChange={(event) => event.target.form?.requestSubmit()}
        >
          {/* For one seller the standard order equals the newest first. */}
          <Options
            values={sortOptions.filter((option) => option !== "createdAt_desc")}
            labelOf={(option) => searchOrders[option === "standard" ? "createdAt_desc" : option].label}
          />
        </Select>
      </Field>
      <Field label={filterText.minPrice}>
        <Input name="minPrice" inputMode="numeric" maxLength={12} defaultValue={typed(search.minPrice)} />
      </Field>
      <Field label={filterText.maxPrice}>
        <Input name="maxPrice" inputMode="numeric" maxLength={12} defaultValue={typed(search.maxPrice)} />
      </Field>
      <Button type="submit" variant="secondary" className="col-span-full lg:col-span-1">
        {filterText.show}
      </Button>
    </form>
  );
}

const typed = (price: number | null) => (price === null ? "" : formatNumber(price));
