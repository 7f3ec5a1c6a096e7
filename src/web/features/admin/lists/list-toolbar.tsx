import { Download, Search } from "lucide-react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { DownloadLink } from "#web/components/download-link.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import type { ListFilter } from "./declare-list.ts";
import { maxSearch, type Sort, sortText } from "./list-address.ts";
import type { ListAddress } from "./use-list-address.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { useWide } from "./use-wide.ts";

const text = adminPageMessages.table;

/** The search field of a list: searches half a second after the last key, or at once on Enter. */
export function SearchField({
  label,
  clearLabel,
  q,
  onSearch,
}: {
  label: string;
  clearLabel: string;
  q: string;
  /** `refined`: only changes an existing search, so it needs no history entry of its own. */
  onSearch: (q: string, refined: boolean) => void;
}) {
  const commit = (next: string) => onSearch(next, q !== "" && next !== "");
  const { typed, change, inputProps } = useSearchText(q, commit, maxSearch);
  return (
    <search className="flex w-full min-w-0 gap-2 md:max-w-xs xl:max-w-md">
      <span className="relative min-w-0 grow">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
        />
        <Input
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="search"
          className="ps-10!"
          {...inputProps}
        />
      </span>
      {typed !== "" && (
        <Button variant="secondary" onClick={() => change("", { now: true })}>
          {clearLabel}
        </Button>
      )}
    </search>
  );
}

/** A filter with a fixed list of values; the first option clears it. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  className?: string | undefined;
}) {
  return (
    <Field label={label} hideLabel className={clsx("min-w-44 flex-1 md:flex-none", className)}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function DayFilters({
  address: { state, filter },
  labels,
}: {
  address: Pick<ListAddress, "state" | "filter">;
  labels: Readonly<Record<"from" | "to", string>>;
}) {
  return (["from", "to"] as const).map((name) => (
    <Field key={name} label={labels[name]} className="min-w-0">
      <Input
        type="date"
        value={state.filters[name] ?? ""}
        onChange={(event) => filter(name, event.target.value, { replace: true })}
      />
    </Field>
  ));
}

/** Sorts a list shown as cards; a table is sorted by its headings. */
export function SortSelect({
  columns,
  sort,
  onSort,
}: {
  columns: readonly { id: string; label: string }[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}) {
  const wide = useWide();
  if (wide) return null;
  const options = columns.flatMap(({ id, label }) => [
    { sort: { column: id, desc: false }, label: text.ascending(label) },
    { sort: { column: id, desc: true }, label: text.descending(label) },
  ]);
  return (
    <FilterSelect
      label={text.sortBy}
      value={sortText(sort)}
      options={[
        { value: "", label: text.newestFirst },
        ...options.map((option) => ({ value: sortText(option.sort), label: option.label })),
      ]}
      onChange={(value) => onSort(options.find((option) => sortText(option.sort) === value)?.sort ?? null)}
    />
  );
}

/** The current list as a file. */
export function CsvLink({ href, hint = text.csvHint }: { href: string; hint?: string }) {
  return (
    <DownloadLink href={href} title={hint}>
      <Download aria-hidden="true" className="size-4" />
      {text.csv}
    </DownloadLink>
  );
}

export function FilterField({
  filter,
  address,
  clearLabel,
  isWide,
}: {
  filter: ListFilter<string>;
  address: ListAddress;
  clearLabel: string;
  /** Full width on a phone. */
  isWide: boolean;
}) {
  if (filter.kind === "linked") return null;
  if (filter.kind === "days") return <DayFilters address={address} labels={filter.labels} />;
  const { name, label } = filter;
  const value = address.state.filters[name] ?? "";
  return filter.kind === "text" ? (
    <SearchField
      label={label}
      clearLabel={clearLabel}
      q={value}
      onSearch={(typed, refined) => address.filter(name, typed, { replace: refined })}
    />
  ) : (
    <FilterSelect
      label={label}
      value={value}
      options={filter.options}
      onChange={(chosen) => address.filter(name, chosen)}
      className={isWide ? "max-md:col-span-2" : undefined}
    />
  );
}

/** Search first, then filters, then actions on the whole list. Many filters are laid out in a grid. */
export function Toolbar({ isGrid, children }: { isGrid: boolean; children: ReactNode }) {
  return (
    <div
      className={
        isGrid
          ? "grid grid-cols-2 items-end gap-3 tiny:grid-cols-1 tiny:*:col-span-1! *:min-w-0 max-md:*:[search]:col-span-2 md:grid-cols-3"
          : "flex flex-wrap items-end gap-3"
      }
    >
      {children}
    </div>
  );
}
