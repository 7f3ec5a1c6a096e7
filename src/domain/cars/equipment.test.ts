import { expect, test } from "vitest";
import { equipmentList, inEquipmentOrder, tellingEquipment } from "./equipment.ts";

test("the list of equipment has forty different keys, none of which is another's in other letters", () => {
  expect(equipmentList).toHaveLength(40);
  expect(new Set(equipmentList.map((one) => one.toLowerCase())).size).toBe(40);
});

test("inEquipmentOrder puts equipment in the list's order, each once, and drops what is unknown", () => {
  expect(inEquipmentOrder(["towbar", "esp", "towbar", "wings"])).toEqual(["esp", "towbar"]);
});

test("tellingEquipment takes the most telling first and shows them in the list's order", () => {
  expect(tellingEquipment(["airbags", "esp", "rearCamera", "panoramicRoof"], 2)).toEqual([
    "rearCamera",
    "panoramicRoof",
  ]);
  expect(tellingEquipment(["airbags", "esp", "panoramicRoof"], 2)).toEqual(["airbags", "panoramicRoof"]);
  expect(tellingEquipment(equipmentList, 10)).toHaveLength(10);
});
