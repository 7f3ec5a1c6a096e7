import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** After all tests: the data folder that the configuration made, and a database that lies elsewhere for it. */
export default async function removeData(): Promise<void> {
  const folder = process.env.E2E_DATA_DIR;
  if (folder === undefined) return;
  const pointed = await readFile(join(folder, "postgres.location"), "utf8").catch(() => "");
  if (pointed.trim() !== "") await rm(pointed.trim(), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
