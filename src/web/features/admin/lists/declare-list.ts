import type { ReactNode } from "react";
import type { CallOutput, Parsed } from "#contract/endpoints.ts";
import type { ListName } from "#web/lib/api-types.ts";
import type { BulkOutcome, BulkTexts } from "./bulk-delete.tsx";
import type { ListShape } from "./list-address.ts";
import type { PageInfo } from "./pager.tsx";

type Query<Name extends ListName> = Parsed<Name, "query">;
type SortKey<Name extends ListName> =
  Query<Name> extends { sort: { key: infer Key extends string } } ? Key : never;
type FilterName<Name extends ListName> = Exclude<keyof Query<Name> & string, "page" | "limit" | "sort" | "q">;

/** Where a phone's card shows a column. Facts share a line; the foot is beside the buttons. */
export type CardPlace = "title" | "corner" | "line" | "fact" | "foot" | "actions";

export interface ListColumn<Item, What extends string, Sort extends string = string> {
  readonly id: string;
  readonly label: string;
  readonly cell: (item: Item, open: (what: What) => void) => ReactNode;
  /** Class of the table's cells. */
  readonly className?: string;
  /** The server's sort key of this column. */
  readonly sort?: Sort;
  readonly inCard?: CardPlace;
  /** The card's cell, if it differs from the table's. */
  readonly cardCell?: (item: Item, open: (what: What) => void) => ReactNode;
}

interface Choice<Name extends string> {
  readonly kind: "choice";
  readonly name: Name;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export type ListFilter<Name extends string> =
  | Choice<Name>
  /** A search field of its own. */
  | { readonly kind: "text"; readonly name: Name; readonly label: string }
  /** The two days `from` and `to`. */
  | { readonly kind: "days"; readonly labels: Readonly<Record<"from" | "to", string>> }
  /** Set only by links, in the address. `values` null: any text. */
  | { readonly kind: "linked"; readonly name: Name; readonly values: readonly string[] | null };

export function choice<const Name extends string, Value extends string>(
  name: Name,
  {
    label,
    all,
    values,
    labelOf,
  }: {
    label: string;
    all: string;
    values: readonly Value[];
    labelOf: (value: Value) => string;
  },
): Choice<Name> {
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return { kind: "choice", name, label, options: [{ value: "", label: all }, ...options] };
}

/** What a dialog about a row can do beside its write. */
export interface RowDialog<Item, What extends string> {
  readonly close: () => void;
  /** Opens another dialog about the same row. */
  readonly open: (what: What) => void;
  /** The row was deleted: unticks it. */
  readonly drop: (item: Item) => void;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly pagination: PageInfo;
  /** The number of results, in words. */
  readonly found?: string;
}

export interface AdminListDeclaration<Name extends ListName, Item, What extends string> {
  readonly endpoint: Name;
  readonly read: (answer: CallOutput<Name>) => Listed<Item>;
  readonly idOf: (item: Item) => string;
  readonly text: {
    readonly list: string;
    readonly empty: string;
    readonly emptyHint: string;
  };
  /** The search field's label and its clear button; left out: no search. */
  readonly search?: { readonly label: string; readonly clear: string };
  readonly filters?: readonly ListFilter<FilterName<Name>>[];
  /** Parameters that select a view of the section. They are not filters. */
  readonly view?: Readonly<Record<string, string>>;
  /** Rows a page; the server's default if left out. */
  readonly pageSize?: number;
  /** Offers the whole list as a file, from the endpoint's `/export`. */
  readonly csv?: true;
  readonly columns: readonly ListColumn<Item, What, SortKey<Name>>[];
  /** The card's picture, before its title. */
  readonly picture?: (item: Item) => ReactNode;
  /** Dialogs about a row, by name. */
  readonly dialogs?: Readonly<Record<What, (item: Item, dialog: RowDialog<Item, What>) => ReactNode>>;
  /** Deletion of ticked rows. */
  readonly bulk?: {
    readonly text: BulkTexts;
    readonly canSelect?: (item: Item) => boolean;
    /** The accessible name of a row's checkbox. */
    readonly rowName: (item: Item) => string;
    /** The row's name in the confirmation of a bulk deletion. */
    readonly bulkName: (item: Item) => string;
    readonly remove: (ids: string[], reason: string) => Promise<BulkOutcome>;
  };
}

export interface AdminListOf<Name extends ListName, Item, What extends string> extends AdminListDeclaration<
  Name,
  Item,
  What
> {
  /** What an address may ask of the list. */
  readonly shape: ListShape;
}

/**
 * Declares a list of the administration; AdminList derives its table, cards, filters, orders and file.
 * Columns, filters and orders are typed by the endpoint.
 */
export function adminList<const Name extends ListName, Item, What extends string = never>(
  list: AdminListDeclaration<Name, Item, What>,
): AdminListOf<Name, Item, What> {
  const filters: Record<string, readonly string[] | null> = {};
  for (const [name, value] of Object.entries(list.view ?? {})) filters[name] = [value];
  for (const filter of list.filters ?? []) {
    if (filter.kind === "days") Object.assign(filters, { from: null, to: null });
    else if (filter.kind === "choice")
      filters[filter.name] = filter.options.flatMap(({ value }) => (value === "" ? [] : [value]));
    else filters[filter.name] = filter.kind === "text" ? null : filter.values;
  }
  const sorts = list.columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort]));
  return { ...list, shape: { sorts, filters } };
}
