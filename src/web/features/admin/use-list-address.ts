import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { changedList, type ListShape, type ListState, listQuery, readListState } from "./list-address.ts";
import { readSection, sectionAddress } from "./sections.ts";

export interface ListAddress {
  readonly state: ListState;
  /** Goes to the changed list. `replace` where Back should not stop at the present one, as between typed letters. */
  readonly change: (change: Partial<ListState>, options?: { replace?: boolean }) => void;
}

/** The list's state in the address, so that Back, a reload and a copied link lead to the same rows. */
export function useListAddress(shape: ListShape): ListAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(params, shape), [params, shape]);
  const section = readSection(params);
  return {
    state,
    change: (change, { replace = false } = {}) => {
      const to = sectionAddress(section, listQuery(changedList(state, change)));
      void navigate(to, { replace, preventScrollReset: true });
    },
  };
}
