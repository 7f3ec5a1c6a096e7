import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { carTypes } from "#domain/cars/car-lists.ts";
import { valueLabel } from "#domain/search/search-fields.ts";

/** Every text for people, with its file. Comments are removed. */
function texts(): [file: string, text: string][] {
  const folder = import.meta.dirname;
  const sandbox = `${folder}/../../../sandbox/messages.ts`;
  const legal = globSync("*.md", { cwd: folder }).flatMap((file) =>
    readFileSync(`${folder}/${file}`, "utf8")
      .split("\n")
      .map((line): [string, string] => [file, line]),
  );
  const files = globSync("*.ts", { cwd: folder }).filter((file) => !file.endsWith(".test.ts"));
  const inCode = [...files.map((file) => `${folder}/${file}`), sandbox].flatMap((file) => {
    const code = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    return [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(
      ([, plain, template]) => [file, plain ?? template ?? ""] as [string, string],
    );
  });
  return [...legal, ...inCode];
}

/** Not a key, an id or a part of an address: those have neither a space nor a capital first letter. */
const isText = (text: string): boolean => /^\p{Lu}| /u.test(text);

/** Misspelt words, jargon, and second names for one thing. Quoted texts are exempt. */
const unwanted: readonly (readonly [word: RegExp, instead: string, quoted?: RegExp])[] = [
  [/\bsesion/i, "seancë"],
  [/modalitet testimi|mënyra e provës|mënyrë prove/i, "modalitet prove"],
  [/\b(?:Coupe|Convertible|Pickup|Wagon)\b/, "Kupe, Kabriolet, Pikap, Karavan"],
  [/(?:me|motor|karburant) (?:Diesel|Hybrid)\b/, "dizel, hibrid"],
  [/\bçdo(?:farë)? datë dhe\b|çfarëdo datë|çfarëdo CVC/i, "çfarëdo date, çfarëdo kodi CVC"],
  [/jam i interesuar/i, "më intereson"],
  [/\bKjo formë\b/, "Ky formular"],
  [/hiqni ato\b/, "hiqini"],
  [/fshihen nga kërkimi|Fshih (?:nga publiku|veturën)/, "nuk shfaqen më në kërkim; Hiqe nga publiku"],
  [/asnjë para e vërtetë|para të vërteta nuk/i, "Nuk lëvizin para të vërteta"],
  [/\b1 vetura\b/, "1 veturë"],
  [/(?<!\p{L})çka\b/iu, "çfarë"],
  [/E-mail/i, "email"],
  [/\bbosh\b/i, "i zbrazët, e zbrazët"],
  [/\bsë paku\b/i, "të paktën"],
  [/\bme së shumti\b/i, "më së shumti"],
  [/\bNdarje\b|\bu nda\b/, "Shpërndarje, u shpërnda"],
  [/hollësi/i, "detajet"],
  [/Ringarkoni faqen/, "Rifreskoni faqen"],
  [/nuk guxon/i, "nuk duhet"],
  [/(?<!\p{L})s'\p{L}/iu, "nuk"],
  [/dashboard/i, "paneli", /dashboard-it/],
];

test("texts use one word for one thing and none of the unwanted ones", () => {
  const all = texts();
  expect(all.length).toBeGreaterThan(1_000);
  const found = all.flatMap(([file, text]) =>
    unwanted.flatMap(([word, instead, quoted]) =>
      isText(text) && word.test(text) && quoted?.test(text) !== true
        ? [`${file.split("/").at(-1)}: «${text}» (${instead})`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});

test("body types are read as people say them, and stay as they are in addresses", () => {
  expect(carTypes.map((type) => valueLabel("type", type))).toEqual([
    "Sedan",
    "SUV",
    "Hatchback",
    "Kupe",
    "Kabriolet",
    "Pikap",
    "Furgon",
    "Karavan",
  ]);
});
