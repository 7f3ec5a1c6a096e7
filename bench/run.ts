/**
 * Runs the benchmarks one after the other and prints their output. A run of all of them is written to
 * docs/bench/printed.md, a generated file; docs/bench/latest.md discusses the figures.
 *
 *     npm run bench [-- name …]      names: photos, publish, payments, search, prices, admin, pages
 *
 * The long ones run by name only: imports, statistics, payments-export, feeds; also fingerprints, which takes
 * a folder of photos.
 */
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";

const all = ["photos", "publish", "payments", "search", "prices", "admin", "pages"];
const chosen = process.argv.slice(2);
const others = ["imports", "statistics", "payments-export", "feeds", "fingerprints"];
const names = chosen.length === 0 ? all : [...all, ...others].filter((name) => chosen.includes(name));
// Other words are arguments of the benchmarks.
const rest = chosen.filter((word) => ![...all, ...others].includes(word));

function run(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`bench/${name}.ts`, ...rest], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`bench/${name}.ts ended with ${code}`)),
    );
  });
}

const sections: string[] = [];
for (const name of names) {
  console.log(`\n${name}\n${"-".repeat(name.length)}`);
  sections.push(`## ${name}\n\n\`node bench/${name}.ts\`\n\n\`\`\`\n${(await run(name)).trim()}\n\`\`\`\n`);
}
// A partial run is not recorded.
if (names.length === all.length) {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  await mkdir("docs/bench", { recursive: true });
  await writeFile(
    "docs/bench/printed.md",
    `# Printed measurements\n\nPrinted by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. The load generator shares the cores with the site.\n\n${sections.join("\n")}`,
  );
}
