import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { formatEuro, formatNumber } from "#domain/format/format.ts";
import { homeMessages } from "#domain/messages/home.ts";
import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import { buttonClass } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { api } from "#web/lib/auth.ts";
import type { BrandCount, Market } from "./load-home.ts";

const text = homeMessages.hero;

/** Debounce between a choice and its count, in milliseconds. */
const countDelayMs = 100;
const priceChoices = [3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 50_000, 75_000];
const oldestYear = 1990;

type Choice = { brand: string; model: string; maxPrice: string; minYear: string };
const nothing: Choice = { brand: "", model: "", maxPrice: "", minYear: "" };

/** Brand, model, price and year; the button shows the number of matching cars. */
export function HeroSearch({ market, year }: { market: Market | null; year: number }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState(nothing);
  const { total, models } = useCount(choice, market?.total ?? null);
  const set = (change: Partial<Choice>) => setChoice({ ...choice, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    const params = carSearchParams(searchOf(choice));
    void navigate(params.size === 0 ? "/search" : `/search?${params}`);
  }

  return (
    <form
      action="/search"
      method="get"
      onSubmit={submit}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,40%)),1fr))] gap-x-3 gap-y-4 rounded-lg border border-line bg-paper p-4 shadow-card sm:p-5"
    >
      <Field label={text.brand}>
        <Select
          name="brand"
          value={choice.brand}
          onChange={(event) => set({ brand: event.target.value, model: "" })}
        >
          <option value="">{text.anyBrand}</option>
          {market?.brands.map(([brand, count]) => (
            <option key={brand} value={brand}>
              {`${brand} (${formatNumber(count)})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.model} className="noscript:hidden">
        <Select
          name="model"
          disabled={choice.brand === ""}
          value={choice.model}
          onChange={(event) => set({ model: event.target.value })}
        >
          <option value="">{text.anyModel}</option>
          {models.map(([model, count]) => (
            <option key={model} value={model}>
              {`${model} (${formatNumber(count)})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.priceTo}>
        <Select
          name="maxPrice"
          value={choice.maxPrice}
          onChange={(event) => set({ maxPrice: event.target.value })}
        >
          <option value="">{text.anyPrice}</option>
          <Options values={priceChoices} labelOf={(price) => formatEuro(price)} />
        </Select>
      </Field>
      <Field label={text.yearFrom}>
        <Select
          name="minYear"
          value={choice.minYear}
          onChange={(event) => set({ minYear: event.target.value })}
        >
          <option value="">{text.anyYear}</option>
          <Options values={Array.from({ length: year - oldestYear + 1 }, (_, ago) => year - ago)} />
        </Select>
      </Field>
      <button
        type="submit"
        className={buttonClass("primary", "lg", "col-span-full whitespace-normal! tabular-nums")}
      >
        <span aria-live="polite">{total === null ? text.search : text.show(formatNumber(total), total)}</span>
      </button>
      <TextLink to="/search" className="col-span-full justify-self-center py-1 text-sm">
        {text.moreFilters}
      </TextLink>
    </form>
  );
}

function searchOf(choice: Choice): CarSearch {
  return {
    ...emptySearch,
    brand: choice.brand === "" ? [] : [choice.brand],
    model: choice.model === "" ? [] : [choice.model],
    maxPrice: Number(choice.maxPrice) || null,
    minYear: Number(choice.minYear) || null,
  };
}

type Counted = { choice: Choice; total: number | null; models: readonly BrandCount[] };

/** The number of matching cars, and the brand's models; null while unknown. */
function useCount(choice: Choice, marketTotal: number | null): Pick<Counted, "total" | "models"> {
  const [counted, setCounted] = useState<Counted | null>(null);
  useEffect(() => {
    if (choice === nothing) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      const query = carSearchParams(searchOf(choice));
      query.set("fields", choice.brand === "" ? "" : "model");
      api("GET /api/cars/facets", { query }, { signal: ended.signal }).then(
        (facets) =>
          setCounted({
            choice,
            total: facets.total,
            models: Object.entries(facets.model ?? {})
              .filter(([, count]) => count > 0)
              .toSorted(([a], [b]) => a.localeCompare(b, "sq", { numeric: true })),
          }),
        // Without a count the button still searches, and the models can still be chosen.
        () => undefined,
      );
    }, countDelayMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [choice]);
  if (choice === nothing) return { total: marketTotal, models: [] };
  const models = counted?.choice.brand === choice.brand ? counted.models : [];
  return { total: counted?.choice === choice ? counted.total : null, models };
}
