import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";

const sources = ["src/web", "src/contract", "src/domain", "public", "scripts/vite"];
const configuration = [
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
  "scripts/steps/build.mjs",
];

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    }),
  );
  return found.flat();
}

/**
 * One hash of all sources of the pages. File times do not count, because git does not keep them.
 * @param {string} root
 */
export async function hashSources(root) {
  const below = await Promise.all(sources.map((folder) => filesBelow(join(root, folder))));
  const files = [
    ...below.flat().filter((file) => !/\.test\.tsx?$/.test(file)),
    ...configuration.map((file) => join(root, file)),
  ].toSorted();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash("sha256");
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? "";
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string} root */
const stampFile = (root) => join(root, "build", ".sources");

/**
 * True if build/ was made from the current sources.
 * @param {string} root
 */
export async function isBuilt(root) {
  const stamp = await readFile(stampFile(root), "utf8").catch(() => "");
  return stamp !== "" && stamp === (await hashSources(root));
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Precompresses each text file to .br and .gz at the best level.
 * @param {string} root
 */
async function precompress(root) {
  const files = await filesBelow(join(root, "build", "client"));
  await Promise.all(
    files
      .filter((file) => /\.(js|css|svg|json|txt|xml|html|webmanifest|ico)$/.test(file))
      .map(async (file) => {
        const content = await readFile(file);
        if (content.length < 1024) return;
        const [small, older] = await Promise.all([
          brotli(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
          zip(content, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, older)]);
      }),
  );
}

/**
 * Builds the pages for browsers and server.
 * @param {string} root
 * @param {string} node
 */
export function build(root, node) {
  return step("Build the pages", async () => {
    const hash = await hashSources(root);
    await rm(stampFile(root), { force: true });
    await run(node, [join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PATH: `${dirname(node)}:${process.env.PATH ?? ""}`,
      },
    });
    await precompress(root);
    await writeFile(stampFile(root), hash);
  });
}
