// Run it after `npm install` has changed package-lock.json. A registry mirror may have binary packages of
// some platforms only; npm then omits the others, and `npm ci` refuses the lockfile as incomplete. This
// program adds them: the version comes from the package that depends on them, the platform from the name.
// They have no integrity hash and are downloaded on their own platform only.
import { readFile, writeFile } from "node:fs/promises";

/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, optionalDependencies?: Record<string, string>, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

const file = new URL("../package-lock.json", import.meta.url);
const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openharmony",
  "win32",
  "sunos",
  "openbsd",
  "netbsd",
  "aix",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "x64",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];
/** @type {Record<string, string>} */
const libraries = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/**
 * The platform in a package's name; null if it has none.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[-/.]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (cpu === undefined || (os === undefined && cpu !== "wasm32")) return null;
  const libc = words.map((word) => libraries[word]).find(Boolean);
  return {
    cpu: [cpu],
    ...(os === undefined ? {} : { os: [os] }),
    ...(os === "linux" && libc !== undefined ? { libc: [libc] } : {}),
  };
}

/** @type {{ packages: Record<string, LockedPackage> }} */
const lock = JSON.parse(await readFile(file, "utf8"));
const { packages } = lock;
/** @type {string[]} */
const added = [];
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (packages[nested] !== undefined || packages[top] !== undefined || !/^[~^]?\d/.test(version)) continue;
    const platform = platformOf(name);
    if (platform === null) continue;
    packages[top] = {
      version: version.replace(/^[~^]/, ""),
      ...platform,
      ...(entry.dev === true ? { dev: true } : {}),
      ...(entry.devOptional === true ? { devOptional: true } : {}),
      optional: true,
    };
    added.push(name);
  }
}
if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(packages).toSorted(([left], [right]) => left.localeCompare(right, "en")),
  );
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(
  added.length === 0 ? "package-lock.json is complete." : `Added ${added.length}: ${added.join(", ")}`,
);
