import { type Equipment, equipmentGroupNames, equipmentGroups } from "#domain/cars/equipment.ts";
import { equipmentLabels, equipmentMessages as text } from "#domain/messages/equipment.ts";

/** A car's equipment by group; renders nothing without any. */
export function EquipmentList({ equipment }: { equipment: readonly Equipment[] }) {
  const groups = equipmentGroupNames
    .map((group) => ({ group, has: equipmentGroups[group].filter((one) => equipment.includes(one)) }))
    .filter(({ has }) => has.length > 0);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="equipment" data-below-fold>
      <h2 id="equipment" className="text-xl">
        {text.heading}
      </h2>
      <dl className="mt-4 grid border-t border-line">
        {groups.map(({ group, has }) => (
          <div
            key={group}
            className="grid gap-x-4 gap-y-1 border-b border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-soft">{text.groups[group]}</dt>
            <dd>
              <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-medium md:grid-cols-3">
                {has.map((one) => (
                  <li key={one} className="wrap-anywhere">
                    {equipmentLabels[one]}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
