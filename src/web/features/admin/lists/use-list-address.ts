import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { changedList, type ListShape, type ListState, listQuery, readListState } from "./list-address.ts";
import { sameSection } from "#web/features/admin/sections.ts";

interface ChangeOptions {
  /** Replaces the history entry, for example between typed letters. */
  readonly replace?: boolean;
}

export interface ListAddress {
  readonly state: ListState;
  /** Goes to the changed list; to its first page unless `page` is given. */
  readonly change: (change: Partial<ListState>, options?: ChangeOptions) => void;
  /** Sets one filter; "" removes it. */
  readonly filter: (name: string, value: string, options?: ChangeOptions) => void;
}

/** The list's state in the address, so that Back, a reload and a copied link show the same rows. */
export function useListAddress(shape: ListShape): ListAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(params, shape), [params, shape]);

  // From `location`, not from `params`: the second of two quick changes may
  // come before the first is rendered.
  function present() {
    const now = new URLSearchParams(location.search);
    return { now, state: readListState(now, shape) };
  }

  function change(wanted: Partial<ListState>, { replace = false }: ChangeOptions = {}): void {
    const { now, state: shown } = present();
    const to = sameSection(now, listQuery(changedList(shown, wanted)));
    void navigate(to, { replace, preventScrollReset: true });
  }

  return {
    state,
    change,
    filter: (name, value, options) =>
      change({ filters: { ...present().state.filters, [name]: value } }, options),
  };
}
