import { type ReactNode, useMemo } from "react";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import type { ListQuery } from "#web/features/admin/parts/loaded.tsx";
import type { PageInfo } from "./pager.tsx";
import { Segments } from "./segments.tsx";
import { type ListAddress, useListAddress } from "./use-list-address.ts";

export interface QueueAddress<State extends string> {
  readonly address: ListAddress;
  /** What waits, and what is done. */
  readonly states: readonly [waiting: State, done: State];
  readonly state: State;
  /** Asks for the page that the address names. */
  readonly params: Record<string, string>;
}

/** Which list of a queue the address names: what waits, unless it says otherwise. `states` stays the same array. */
export function useQueue<State extends string>(
  states: readonly [waiting: State, done: State],
): QueueAddress<State> {
  const shape = useMemo(() => ({ sorts: [], filters: { state: states } }), [states]);
  const address = useListAddress(shape);
  const state = states.find((one) => one === address.state.filters["state"]) ?? states[0];
  return { address, states, state, params: { ...listQuery(address.state), state } };
}

/** What waits for an admin, and what was done about it. */
export function Queue<State extends string, Data extends { readonly pagination: PageInfo }, Item>({
  queue: { address, states, state },
  query,
  text,
  emptyDone,
  itemsOf,
  children,
}: {
  queue: QueueAddress<State>;
  query: ListQuery<Data>;
  text: { state: string; states: Record<State, string>; list: string; empty: string; emptyHint: string };
  /** Stands there where nothing has been done yet. */
  emptyDone: string;
  itemsOf: (data: Data) => readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const [waiting] = states;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segments
          label={text.state}
          options={states.map((value) => ({ value, label: text.states[value] }))}
          value={state}
          onChange={(next) => address.filter("state", next === waiting ? "" : next)}
        />
      </div>
      <ListFrame
        query={query}
        // The queue and its past are two lists; neither is a search that found nothing.
        address={{ ...address, state: { ...address.state, filters: {} } }}
        isEmpty={(data) => itemsOf(data).length === 0}
        empty={state === waiting ? { title: text.empty, text: text.emptyHint } : { title: emptyDone }}
      >
        {(data, busy) => (
          <ul aria-label={text.list} aria-busy={busy} className="flex flex-col gap-3">
            {itemsOf(data).map(children)}
          </ul>
        )}
      </ListFrame>
    </div>
  );
}
