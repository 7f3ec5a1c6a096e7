import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

// Checked with GitHub's own language server: keys, types, expressions and their contexts.

const root = join(import.meta.dirname, "..");
const files = globSync(".github/workflows/*.yml", { cwd: root });
const read = (file: string) => readFileSync(join(root, file), "utf8");

async function errorsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.looseObject({
      uses: z.string().optional(),
      needs: z.string().optional(),
      "timeout-minutes": z.number().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(step).optional(),
    }),
  ),
});

test("GitHub's parser finds no error in the workflows", async () => {
  expect(files.toSorted()).toEqual([".github/workflows/ci.yml", ".github/workflows/release.yml"]);
  for (const file of files) expect(await errorsOf(file, read(file)), file).toEqual([]);
  const broken =
    "on: push\njobs:\n  a:\n    runs-onn: ubuntu-24.04\n    steps:\n      - run: echo ${{ neds.x }}\n";
  expect(await errorsOf("broken.yml", broken)).toEqual(
    expect.arrayContaining([expect.stringContaining("runs-onn"), expect.stringContaining("neds")]),
  );
});

test("workflows are read-only unless a job declares what it writes, and each job has a timeout", () => {
  for (const file of files) {
    const { permissions, jobs } = workflow.parse(parse(read(file)));
    expect(permissions, file).toEqual({ contents: "read" });
    for (const [name, job] of Object.entries(jobs)) {
      if (job.uses === undefined) expect(job["timeout-minutes"], `${file} ${name}`).toBeLessThanOrEqual(60);
      // Untrusted input (a tag, a branch) reaches a shell as a variable, never in the script's text.
      for (const { run = "" } of job.steps ?? []) expect(run, `${file} ${name}`).not.toContain("${{");
    }
  }
});

test("the tests have the history, whose previous version's queries they run on this schema", () => {
  const { jobs } = workflow.parse(parse(read(".github/workflows/ci.yml")));
  const checkouts = Object.values(jobs).flatMap(({ steps = [] }) =>
    steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")),
  );
  expect(checkouts.map((checkout) => checkout.with)).toEqual([{ "fetch-depth": 0 }]);
});

test("a release builds the image with provenance after the tests, and attaches the bill of materials and licences", () => {
  const release = read(".github/workflows/release.yml");
  const { jobs } = workflow.parse(parse(release));
  expect(z.looseObject({ on: z.unknown() }).parse(parse(release)).on).toEqual({ push: { tags: ["v*"] } });
  expect(jobs["test"]?.uses).toBe("./.github/workflows/ci.yml");
  expect(jobs["image"]?.needs).toBe("test");
  const build = jobs["image"]?.steps?.find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  expect(build?.with).toMatchObject({ push: true, provenance: "mode=max", sbom: true });
  expect(jobs["image"]?.permissions).toMatchObject({ "id-token": "write", attestations: "write" });
  const commands = jobs["release"]?.steps?.map(({ run = "" }) => run).join("\n") ?? "";
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read("package.json")));
  for (const [, name = ""] of commands.matchAll(/npm run --silent ([\w:]+)/g))
    expect(scripts).toHaveProperty([name]);
  expect(commands).toMatch(/npm run --silent sbom -- vetura\.cdx\.json/);
  expect(commands).toMatch(/gh release create [^\n]*\n?[^\n]*\n?vetura\.cdx\.json LICENCES\.md/);
});
