import { useState } from "react";
import type { Car } from "#contract/cars.ts";
import { listStatusOf } from "./use-my-cars.ts";

/** Multiple selection among the cars shown, for bulk actions. */
export function useChoice(shown: readonly Car[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const choosable = shown.filter((car) => listStatusOf(car) !== "archived");
  const canBeChosen = new Set(choosable);
  return {
    isOn: ids !== null,
    /** The chosen ones of the cars shown. */
    chosen: choosable.filter(({ _id }) => ids?.has(_id) === true),
    /** Those that can be chosen: all but archived ones. */
    choosable,
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    choose: (cars: readonly Car[]) => setIds(new Set(cars.map(({ _id }) => _id))),
    /** A car's checkbox; undefined if it has none. */
    of: (car: Car) =>
      ids === null || !canBeChosen.has(car)
        ? undefined
        : {
            isChosen: ids.has(car._id),
            onChange: (isChosen: boolean) => {
              const next = new Set(ids);
              if (isChosen) next.add(car._id);
              else next.delete(car._id);
              setIds(next);
            },
          },
  };
}
