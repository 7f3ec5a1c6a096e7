/**
 * What a car may be equipped with: the things that people ask for, by the group in which they are shown. The list is
 * closed, as the column's check is (0025_equipment.sql); the API carries these keys.
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

/** All of it, group by group: the order in which it is shown everywhere. */
export const equipmentList = [
  ...equipmentGroups.safety,
  ...equipmentGroups.comfort,
  ...equipmentGroups.multimedia,
  ...equipmentGroups.outside,
] as const;

/** A car's equipment in the order of the list, each once; what is not in the list is left out. */
export function inEquipmentOrder(chosen: readonly string[]): Equipment[] {
  return equipmentList.filter((one) => chosen.includes(one));
}

/** What is looked at first: a short list of it has these before the rest. */
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

/** At most so much of a car's equipment: the most telling, in the order of the list. */
export function tellingEquipment(chosen: readonly Equipment[], most: number): Equipment[] {
  const first = telling.filter((one) => chosen.includes(one));
  const rest = chosen.filter((one) => !first.includes(one));
  return inEquipmentOrder([...first, ...rest].slice(0, most));
}
