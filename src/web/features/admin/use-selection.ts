import { useState } from "react";
import type { Selection } from "./data-table.tsx";
import type { ListState } from "./list-address.ts";

/** What is ticked in a list, over its pages; another search or filter is another list, in which nothing is. */
export function useSelection<Item>(state: ListState) {
  const list = JSON.stringify([state.q, state.filters]);
  const [ticked, setTicked] = useState<{ list: string; selected: Selection<Item> }>({
    list,
    selected: new Map(),
  });
  const selected: Selection<Item> = ticked.list === list ? ticked.selected : new Map();
  return {
    selected,
    select: (next: Selection<Item>) => setTicked({ list, selected: next }),
    clear: () => setTicked({ list, selected: new Map() }),
    /** Something that was deleted is no longer ticked. */
    drop: (gone: string) =>
      setTicked({ list, selected: new Map([...selected].filter(([id]) => id !== gone)) }),
  };
}
