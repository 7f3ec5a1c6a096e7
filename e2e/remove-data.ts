import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

// The site is stopped only after this: its database may just be writing a file into a folder that is being emptied.
const gone = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** After all tests: the data folder that the configuration made, and a database that lies elsewhere for it. */
export default async function removeData(): Promise<void> {
  const folder = process.env.E2E_DATA_DIR;
  if (folder === undefined) return;
  const pointed = await readFile(join(folder, "postgres.location"), "utf8").catch(() => "");
  if (pointed.trim() !== "") await rm(pointed.trim(), gone);
  await rm(folder, gone);
}
