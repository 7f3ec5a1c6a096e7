import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { changedList, type ListShape, type ListState, listQuery, readListState } from "./list-address.ts";
import { sameSection } from "#web/features/admin/sections.ts";

interface ChangeOptions {
  /** Back should not stop at the present list, as between typed letters. */
  readonly replace?: boolean;
}

export interface ListAddress {
  readonly state: ListState;
  /** Goes to the changed list; without a page, to the first one. */
  readonly change: (change: Partial<ListState>, options?: ChangeOptions) => void;
  /** Sets one filter; "" takes it away. */
  readonly filter: (name: string, value: string, options?: ChangeOptions) => void;
}

/** The list's state in the address, so that Back, a reload and a copied link lead to the same rows. */
export function useListAddress(shape: ListShape): ListAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(params, shape), [params, shape]);

  // The address itself, not what is drawn of it: of two quick changes the second may come before the first is drawn.
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
