import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["src", "e2e", "testing", "bench", "scripts", "sandbox", "docs"];
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = globSync(["*.md", "{docs,src,sandbox,deploy}/**/*.md"], { cwd: root });

/** A heading's anchor, as GitHub and others generate it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(file: string): Set<string> {
  return new Set(Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading)));
}

test("every reference to docs/specification.md names one of its headings", () => {
  const anchors = anchorsOf("docs/specification.md");
  const files = globSync(`{${sources.join(",")}}/**/*.{ts,tsx,mjs,sql,css,md}`, { cwd: root });
  const references = files.flatMap((file) =>
    Array.from(read(file).matchAll(/specification\.md#([\w-]+)/g), ([, anchor = ""]) => ({ file, anchor })),
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

test("every link in the documentation leads to an existing file and heading", () => {
  const links = documents
    .flatMap((document) =>
      Array.from(read(document).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => ({ document, link })),
    )
    .filter(({ link }) => !/^(?:https?|mailto):/.test(link));
  expect(links.length).toBeGreaterThan(100);
  const dead = links.filter(({ document, link }) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? document : normalize(join(dirname(document), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
  expect(dead).toEqual([]);
});

test("every source file that ARCHITECTURE, CONTRIBUTING or a README names exists", () => {
  const files = globSync(`{${sources.join(",")},demo}/**/*`, { cwd: root });
  const documentsOfToday = documents.filter((file) =>
    /^(?:README|CONTRIBUTING|docs\/(?:ARCHITECTURE|caches|search-engine|operations\/[\w-]+|PAYMENTS)|(?:src|sandbox)\/.*README)\b/.test(
      file,
    ),
  );
  const named = documentsOfToday.flatMap((document) =>
    // "X.routes.ts" and "NNNN_name.sql" are placeholders.
    Array.from(read(document).matchAll(/`((?!X\.)[\w./-]+\.(?:tsx?|mjs|css|sql))`/g), ([, name = ""]) => name)
      .filter((name) => !name.includes("NNNN"))
      .map((name) => ({ document, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  const known = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.filter(({ name }) => !known(name) && !existsSync(join(root, name)))).toEqual([]);
});

/** The distinct files that a text names: "front.ts" is the same as "server/front.ts" if both occur. */
function filesNamedIn(text: string): Set<string> {
  const names = Array.from(text.matchAll(/`([\w./-]+\.(?:tsx?|sql))`/g), ([, name = ""]) => name);
  return new Set(names.map((name) => names.find((other) => other.endsWith(`/${name}`)) ?? name));
}

test("the walks in ARCHITECTURE name as many files as it says, at most 40 for a search and 50 for a publication", () => {
  const [, section = ""] = /^## Two walks\n(.*?)^## /ms.exec(read("docs/ARCHITECTURE.md")) ?? [];
  const [introduction = "", search = "", publication = ""] = section.split(/^A (?:guest|seller) .*$/m);
  const [first, second] = [filesNamedIn(search), filesNamedIn(publication)];
  const again = [...second].filter((name) => [...first].some((known) => `/${known}`.endsWith(`/${name}`)));
  const said = /first walk names (\d+) files, the second (\d+), (\d+) of them/.exec(introduction)?.slice(1);
  expect(said).toEqual([first.size, second.size, again.length].map(String));
  expect(first.size).toBeLessThanOrEqual(40);
  expect(second.size).toBeLessThanOrEqual(50);
});

test("every decision record is in the index of decisions, under the status that it has", () => {
  const [, inForce = "", superseded = ""] = read("docs/decisions/README.md").split(/^## .+$/m);
  const records = globSync("docs/decisions/0*.md", { cwd: root });
  const wrong = records.filter((record) => {
    const section = /Status: superseded/.test(read(record)) ? superseded : inForce;
    return !section.includes(`](${record.slice("docs/decisions/".length)})`);
  });
  expect(records.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});
