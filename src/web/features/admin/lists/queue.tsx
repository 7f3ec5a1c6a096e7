import { type ReactNode, useMemo, useState } from "react";
import type { CallOutput } from "#contract/endpoints.ts";
import { ConfirmWrite, type Question } from "#web/features/admin/parts/confirm-write.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { adminHeadingId } from "#web/features/admin/sections.ts";
import type { ListName } from "#web/lib/api-types.ts";
import { api } from "#web/lib/auth.ts";
import { useRowFocus } from "#web/lib/use-row-focus.ts";
import type { Listed } from "./declare-list.ts";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { Segments } from "./segments.tsx";
import { useListAddress } from "./use-list-address.ts";

/** Two lists of cards: what an admin still has to decide, and past decisions. */
export function Queue<Name extends ListName, State extends string, Item>({
  endpoint,
  states,
  read,
  text,
  emptyDone,
  children,
}: {
  endpoint: Name;
  /** Must be the same array on each render. */
  states: readonly [waiting: State, done: State];
  read: (answer: CallOutput<Name>) => Listed<Item>;
  text: { state: string; states: Record<State, string>; list: string; empty: string; emptyHint: string };
  /** Shown if nothing has been decided yet. */
  emptyDone: string;
  /** `ask` opens a confirmation. */
  children: (item: Item, ask: (question: Question) => void) => ReactNode;
}) {
  const shape = useMemo(() => ({ sorts: [], filters: { state: states } }), [states]);
  const address = useListAddress(shape);
  const rows = useRowFocus(adminHeadingId);
  const [question, ask] = useState<Question | null>(null);
  const [waiting] = states;
  const state = states.find((one) => one === address.state.filters["state"]) ?? waiting;
  const asked = { ...listQuery(address.state), state };
  const query = useAdminQuery([endpoint, asked], async (options) =>
    read(await api.list(endpoint, new URLSearchParams(asked), options)),
  );
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
        // The two states are separate lists: an empty one is not a filter without results.
        address={{ ...address, state: { ...address.state, filters: {} } }}
        isEmpty={({ items }) => items.length === 0}
        empty={state === waiting ? { title: text.empty, text: text.emptyHint } : { title: emptyDone }}
      >
        {({ items }, busy) => (
          <ul ref={rows} aria-label={text.list} aria-busy={busy} className="flex flex-col gap-3">
            {items.map((item) => children(item, ask))}
          </ul>
        )}
      </ListFrame>
      {question !== null && <ConfirmWrite question={question} onClose={() => ask(null)} />}
    </div>
  );
}
