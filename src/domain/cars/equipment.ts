/**
 * A car's equipment, grouped as it is shown. The list is closed, like the column's check (0025_equipment.sql);
 * the API has these keys.
 */
export const equipmentGroups = {
  safety: [
    "airbags",
    "esp",
    "isofix",
    "laneAssist",
    "blindSpot",
    "emergencyBrake",
    "tyrePressure",
    "alarm",
    "parkingSensors",
    "rearCamera",
    "camera360",
  ],
  comfort: [
    "airConditioning",
    "autoClimate",
    "heatedSeats",
    "ventilatedSeats",
    "leatherSeats",
    "electricSeats",
    "heatedSteering",
    "cruiseControl",
    "adaptiveCruise",
    "keyless",
    "parkAssist",
    "electricTailgate",
    "airSuspension",
  ],
  multimedia: [
    "navigation",
    "carPlay",
    "androidAuto",
    "bluetooth",
    "digitalCockpit",
    "headUpDisplay",
    "premiumAudio",
    "wirelessCharging",
  ],
  outside: [
    "panoramicRoof",
    "sunroof",
    "ledLights",
    "xenonLights",
    "towbar",
    "fourWheelDrive",
    "alloyWheels",
    "roofRails",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EquipmentGroup = keyof typeof equipmentGroups;
export type Equipment = (typeof equipmentGroups)[EquipmentGroup][number];

const isGroup = (name: string): name is EquipmentGroup => name in equipmentGroups;
export const equipmentGroupNames: readonly EquipmentGroup[] = Object.keys(equipmentGroups).filter(isGroup);

/** Every item, group by group: the display order everywhere. */
export const equipmentList = [
  ...equipmentGroups.safety,
  ...equipmentGroups.comfort,
  ...equipmentGroups.multimedia,
  ...equipmentGroups.outside,
] as const;

/** A car's equipment in the order of the list, without duplicates and unknown items. */
export function inEquipmentOrder(chosen: readonly string[]): Equipment[] {
  return equipmentList.filter((one) => chosen.includes(one));
}

/** The most telling items: a short list shows these first. */
const telling: readonly Equipment[] = [
  "panoramicRoof",
  "leatherSeats",
  "navigation",
  "fourWheelDrive",
  "adaptiveCruise",
  "camera360",
  "rearCamera",
  "heatedSeats",
  "ledLights",
  "carPlay",
  "digitalCockpit",
  "headUpDisplay",
  "keyless",
  "autoClimate",
  "towbar",
];

/** At most so many items of a car's equipment, the most telling ones, in the order of the list. */
export function tellingEquipment(chosen: readonly Equipment[], most: number): Equipment[] {
  const first = telling.filter((one) => chosen.includes(one));
  const rest = chosen.filter((one) => !first.includes(one));
  return inEquipmentOrder([...first, ...rest].slice(0, most));
}
