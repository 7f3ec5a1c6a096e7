import { expect, test } from "vitest";
import { townOfAddress } from "./town-of-address.ts";

test.each([
  ["Rr. Nëna Terezë 12, Prizren", "Prizren"],
  ["Magjistralja Prishtinë-Ferizaj km 6, Lipjan", "Lipjan"],
  ["Lagjja Dardania, PRISHTINA", "Prishtinë"],
  ["Zona industriale, Fushe Kosove", "Fushë Kosovë"],
  ["Rruga e Mitrovicës, Mitrovicë e Veriut", "Mitrovicë e Veriut"],
  ["Gllogoc, te rrethi", "Drenas"],
  ["Rruga B p.n.", null],
])("townOfAddress(%j) returns %j", (address, town) => {
  expect(townOfAddress(address)).toBe(town);
});
