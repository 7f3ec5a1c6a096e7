import { useState } from "react";
import type { Car } from "#contract/cars.ts";
import { listStatusOf } from "./use-my-cars.ts";

export interface Choice {
  /** Selection mode is on. */
  readonly isOn: boolean;
  /** The chosen ones of the cars shown. */
  readonly chosen: readonly Car[];
  /** Those that can be chosen: all but archived ones. */
  readonly choosable: readonly Car[];
  readonly begin: () => void;
  readonly end: () => void;
  readonly choose: (cars: readonly Car[]) => void;
  /** A car's checkbox; undefined if it has none. */
  readonly of: (car: Car) => { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined;
}

/** Multiple selection among the cars shown, for bulk actions. */
export function useChoice(shown: readonly Car[]): Choice {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const choosable = shown.filter((car) => listStatusOf(car) !== "archived");
  const canBeChosen = new Set(choosable);
  return {
    isOn: ids !== null,
    chosen: choosable.filter(({ _id }) => ids?.has(_id) === true),
    choosable,
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    choose: (cars) => setIds(new Set(cars.map(({ _id }) => _id))),
    of: (car) =>
      ids === null || !canBeChosen.has(car)
        ? undefined
        : {
            isChosen: ids.has(car._id),
            onChange: (isChosen) => {
              const next = new Set(ids);
              if (isChosen) next.add(car._id);
              else next.delete(car._id);
              setIds(next);
            },
          },
  };
}
