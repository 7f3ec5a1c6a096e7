import { Link } from "react-router";
import { formatNumber } from "#domain/format/format.ts";
import { homeMessages as text } from "#domain/messages/home.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { BodyTypes } from "./body-types.tsx";
import { CheckList } from "./check-list.tsx";
import { Counters } from "./counters.tsx";
import { HeroSearch } from "./hero-search.tsx";
import { type Market, type NewestCar, popularBrands } from "./load-home.ts";
import { Newest } from "./newest-carousel.tsx";
import { NumberedSteps } from "./numbered-steps.tsx";
import { Pricing } from "./pricing.tsx";
import { useMarket } from "./use-market.ts";

/** Paths on a 24 x 24 grid, in the order of the texts. */
const benefitIcons = [
  "M4 6.500h16M7 12h10M10 17.500h4",
  "M4 5.500h16v11H10L6 20v-3.500H4Z",
  "M3.500 5.500h17v13h-17Zm0 10.500 5-5 4 4 3-3 5 5M16 9.500h.01",
  "M6 3.500h8.500L18 7v13.500H6ZM9.500 11.500h5m-5 4h5",
];
const trustIcons = [
  "m12 3 7 3v5.500c0 4.300-2.900 7.600-7 9.500-4.100-1.900-7-5.200-7-9.500V6ZM8.500 12l2.500 2.500 4.500-5",
  "M3.500 6h17v12h-17Zm0 4.500h17M7 14.500h3.500",
  "M7.500 3h9v18h-9ZM11 17.500h2M10.500 6.500h3",
  "M4.500 12a7.500 7.500 0 1 0 2.500-5.600L4.500 8.800M4.500 4v4.800h4.800M12 8v4.200l3 1.800",
];

/** specification.md#home. `newest` and `market` are null if they must be loaded here. */
export function HomePage({
  newest,
  market: initialMarket,
  year,
}: {
  newest: readonly NewestCar[] | null;
  market: Market | null;
  year: number;
}) {
  const market = useMarket(initialMarket);
  return (
    <>
      {/* A phone's first screen has room for the search and a photo; the rest follows. */}
      <div className="page grid grid-cols-1 gap-x-12 gap-y-6 py-6 sm:gap-y-8 sm:py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-y-5 lg:py-14">
        <section className="lg:self-end">
          <h1 className="text-4xl wrap-anywhere font-bold tracking-tight sm:text-5xl">
            {text.hero.headline}
          </h1>
          <p className="mt-4 max-w-xl text-lg text-ink-soft max-sm:hidden">{text.hero.lead}</p>
          <div className="mt-5 sm:mt-6">
            <HeroSearch market={market} year={year} />
          </div>
        </section>
        <section aria-labelledby="newest" className="min-w-0 lg:row-span-2 lg:self-center">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-4">
            <h2 id="newest" className="text-xl">
              {text.newest.heading}
            </h2>
            <TextLink to="/search?sort=createdAt_desc" className="text-sm">
              {text.newest.all}
            </TextLink>
          </div>
          <Newest initial={newest} />
        </section>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:self-start">
          <ButtonLink to="/add-car" variant="secondary" className="max-w-full whitespace-normal!">
            {text.hero.publish}
          </ButtonLink>
          <span className="text-ink-soft">{text.hero.publishHint}</span>
        </p>
      </div>

      {market && market.types.length > 0 && (
        <section aria-labelledby="types" data-below-fold className="page pb-12">
          <h2 id="types" className="text-2xl">
            {text.types.heading}
          </h2>
          <div className="mt-4">
            <BodyTypes types={market.types} />
          </div>
        </section>
      )}

      {market && market.brands.length > 0 && <Brands market={market} />}

      <section aria-labelledby="selling" data-below-fold className="page py-14">
        <h2 id="selling" className="text-3xl">
          {text.selling.heading}
        </h2>
        <NumberedSteps steps={text.selling.steps} className="mt-8 md:grid-cols-3" />
        <ButtonLink to="/add-car" variant="secondary" className="mt-8 max-w-full whitespace-normal!">
          {text.selling.action}
        </ButtonLink>
      </section>

      <div data-below-fold className="border-y border-line bg-surface py-12">
        <div className="page">
          <Counters />
        </div>
      </div>

      <Pricing />

      <div data-below-fold className="border-t border-line bg-surface py-14">
        <section aria-labelledby="benefits" className="page">
          <h2 id="benefits" className="text-3xl">
            {text.benefits.heading}
          </h2>
          <CheckList
            items={text.benefits.items}
            icons={benefitIcons}
            className="mt-8 sm:grid-cols-2 lg:grid-cols-4"
          />
        </section>
      </div>

      <section aria-labelledby="trust" data-below-fold className="page py-14">
        <h2 id="trust" className="text-3xl">
          {text.trust.heading}
        </h2>
        <CheckList
          items={text.trust.badges}
          icons={trustIcons}
          className="mt-8 sm:grid-cols-2 lg:grid-cols-4"
        />
      </section>
    </>
  );
}

function Brands({ market }: { market: Market }) {
  return (
    <section aria-labelledby="brands" data-below-fold className="border-y border-line bg-surface py-12">
      <div className="page">
        <h2 id="brands" className="text-2xl">
          {text.brands.heading}
        </h2>
        <ul className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6">
          {popularBrands(market).map(([brand, count]) => (
            <li key={brand}>
              <Link to={`/search?${new URLSearchParams({ brand })}`} className="brand-tile">
                <span>{brand}</span>
                <span>{text.brands.count(formatNumber(count), count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
