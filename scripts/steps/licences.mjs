import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {{ version?: string, license?: string, dev?: boolean, optionalDependencies?: Record<string, string>, dependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ name: string, version: string, licence: string, dev: boolean }} Licensed */

/** Allowed licences, with a reason where it is not obvious. Adding one is a decision. */
export const allowed = new Map([
  ["MIT", ""],
  ["MIT-0", ""],
  ["ISC", ""],
  ["0BSD", ""],
  ["BSD-2-Clause", ""],
  ["BSD-3-Clause", ""],
  ["Apache-2.0", ""],
  ["BlueOak-1.0.0", ""],
  ["CC0-1.0", ""],
  ["Unlicense", ""],
  ["Zlib", ""],
  ["PostgreSQL", ""],
  ["Python-2.0", ""],
  ["CC-BY-4.0", "data, named in the notices"],
  ["OFL-1.1", "a font, served unchanged"],
  ["MPL-2.0", "binds its own files only, which are unchanged"],
  ["LGPL-3.0-or-later", "libvips: a library of its own beside sharp, which anybody can replace"],
  ["LGPL-3.0", "libheif-js: HEIC's decoder, loaded at run time from its own unchanged, unbundled package"],
]);

/** Packages whose licence is in an older field of package.json or only in a text file. */
const saidElsewhere = new Map([
  ["busboy", "MIT"],
  ["dicer", "MIT"],
  ["humanize-number", "MIT"],
  ["only", "MIT"],
  ["png-js", "MIT"],
  ["streamsearch", "MIT"],
]);

/**
 * True if the allowed licences satisfy an SPDX expression.
 * @param {string} expression
 */
export function isAllowed(expression) {
  return expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => allowed.has(one.trim())));
}

/** @param {string} path */
const nameAt = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Every package of the lockfile with its licence. A platform's binary without one (complete-lockfile.mjs) has
 * that of the package which depends on it.
 * @param {string} root
 * @returns {Promise<Licensed[]>}
 */
export async function readLicences(root) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  /** @type {Map<string, string>} */
  const ofBinaries = new Map();
  for (const { license, optionalDependencies = {} } of Object.values(packages)) {
    for (const name of Object.keys(optionalDependencies))
      if (license !== undefined) ofBinaries.set(name, license);
  }
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { version = "", license, dev = false }]) => {
      const name = nameAt(path);
      return {
        name,
        version,
        licence: license ?? ofBinaries.get(name) ?? saidElsewhere.get(name) ?? "unknown",
        dev,
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

/**
 * The content of docs/LICENCES.md: by licence, without versions, so that updates do not change it.
 * @param {readonly Licensed[]} packages
 */
export function writeLicences(packages) {
  const running = packages.filter(({ dev }) => !dev);
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map();
  for (const { name, licence } of running) {
    const names = byLicence.get(licence) ?? new Set();
    byLicence.set(licence, names.add(name));
  }
  const rows = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${[...names].toSorted().join(", ")} |`);
  const notes = [...allowed].filter(([, why]) => why !== "").map(([licence, why]) => `- ${licence}: ${why}.`);
  return `# Licences of what the site is made with

Written by \`npm run licences\`; \`npm test\` fails where it is out of date, or where a package stands under a licence that is not allowed (\`scripts/steps/licences.mjs\`). The packages that the site runs and is built with are listed, each with its own licence text in its package; those for tests are checked and not listed. The embedded PostgreSQL's binaries come with the PostgreSQL licence and those of the libraries that it ships.

${notes.join("\n")}

| licence | packages |
| --- | --- |
${rows.join("\n")}
`;
}
