import type { Fuel } from "#domain/cars/car-lists.ts";
import { listed } from "./listed.ts";
import type { Word } from "./words.ts";

const diesel: ReadonlySet<string> = new Set(
  listed(
    "tdi, sdi, cdi, crdi, tdci, hdi, bluehdi, dci, jtd, jtdm, multijet, mjet, cdti, dti, ddis, bluetec, did, crd, ctdi, idtec, tdv6, gtd",
  ),
);
const petrol: ReadonlySet<string> = new Set(
  listed(
    "tsi, tfsi, fsi, gti, vtec, kompressor, kompresor, cgi, tce, puretech, ecoboost, mpi, vti, thp, vvti",
  ),
);

/** Makers' sizes in cm³ for spoken litres, "1.9 tdi", if the name is unambiguous. */
const sizes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  tdi: { "1.2": 1199, "1.4": 1422, "1.6": 1598, "1.9": 1896, "2.0": 1968, "2.7": 2698, "3.0": 2967 },
  sdi: { "1.9": 1896 },
  tfsi: { "1.8": 1798, "2.0": 1984 },
  tsi: { "1.0": 999, "1.2": 1197, "1.8": 1798, "2.0": 1984 },
  hdi: { "1.4": 1398, "1.6": 1560, "2.0": 1997 },
  bluehdi: { "1.5": 1499, "1.6": 1560, "2.0": 1997 },
  dci: { "1.5": 1461, "1.6": 1598, "1.9": 1870, "2.0": 1995 },
  cdti: { "1.3": 1248, "1.7": 1686, "1.9": 1910, "2.0": 1956 },
  tdci: { "1.6": 1560, "1.8": 1753, "2.0": 1997 },
  jtd: { "1.3": 1248, "1.9": 1910 },
  jtdm: { "1.3": 1248, "1.6": 1598, "1.9": 1910, "2.0": 1956 },
  multijet: { "1.3": 1248, "1.6": 1598, "1.9": 1910, "2.0": 1956 },
};

/** An engine's name and figures. Size in cm³, power in kW. */
export interface EngineSaid {
  fuel?: Fuel;
  engineSize?: number;
  power?: number;
}

/** 1 PS in kW. */
const kwOfPs = 0.735_498_75;

/** The engine in typed words: "1.9 tdi", "2.0 tdi 140 ps", "110 kw". */
export function engineSaid(words: readonly Word[]): EngineSaid {
  const said: EngineSaid = {};
  const folded = words.map((word) => word.folded);
  const name = folded.find((word) => diesel.has(word) || petrol.has(word));
  if (name !== undefined) said.fuel = diesel.has(name) ? "Diesel" : "Benzinë";
  const litres = folded.find((word) => /^[0-6]\.\d$/.test(word) && Number(word) >= 0.6);
  if (litres !== undefined)
    said.engineSize = sizes[name ?? ""]?.[litres] ?? Math.round(Number(litres) * 1_000);
  for (const [at, word] of folded.entries()) {
    const figure = /^(\d{2,3})(kw|ps|ks|hp|kuaj)?$/.exec(word);
    const unit = figure?.[2] ?? folded[at + 1] ?? "";
    if (figure === null || !/^(?:kw|ps|ks|hp|kuaj)$/.test(unit)) continue;
    const power = Number(figure[1]);
    said.power = unit === "kw" ? power : Math.round(power * kwOfPs);
  }
  return said;
}
