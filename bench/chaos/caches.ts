import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { carForm, register, signIn, uploadPhoto } from "#bench/soak/payer.ts";
import { allReadablePaths, type Reader, readersOf } from "#testing/readable-paths.ts";
import { startCopies } from "./copies.ts";

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * The built product behind an nginx that caches everything it is allowed to. Afterwards its cache must
 * contain no private answer, and no reader may have got an answer made for another (specification.md#safety).
 */
export async function runCaches(): Promise<void> {
  let cacheFolder = "";
  const site = await startCopies({
    env: { RATE_LIMITS: "off" },
    change: (text) => {
      cacheFolder = /proxy_cache_path (\S+)/.exec(text)?.[1] ?? "";
      const everywhere =
        "location / {\n        proxy_cache vetura_files;\n        add_header X-Cached $upstream_cache_status always;";
      return text.replace("location / {", everywhere);
    },
  });
  try {
    const email = `owner-${Date.now()}@example.com`;
    const { carId } = await register(site.url, email, "seller");
    const owner = await signIn(site.url, { email, password: "fjalëkalim-1" });
    const admin = await signIn(site.url, site.admin);
    const photo = await uploadPhoto(site.url, owner.token);
    const guest: Reader = { name: "guest", headers: {} };
    const readers = [...readersOf("owner", owner), ...readersOf("admin", admin), guest];
    const addresses = allReadablePaths([carId ?? "", owner.id], photo);
    const phone = carForm.sellerPhone.slice("+383".length);
    const personal = [email, site.admin.email, phone, owner.token, owner.cookie, admin.token, admin.cookie];
    const wrongs: string[] = [];
    let asked = 0;
    let hits = 0;
    for (const first of readers) {
      for (const path of addresses) {
        // A query parameter per reader makes each reader once the first to ask.
        const own = `${path}${path.includes("?") ? "&" : "?"}reader=${encodeURIComponent(first.name)}`;
        for (const reader of [first, guest, first]) {
          const response = await fetch(site.url + own, { headers: reader.headers, redirect: "manual" });
          const text = (await response.text()) + JSON.stringify([...response.headers]);
          asked += 1;
          if (response.headers.get("x-cached") === "HIT") hits += 1;
          if (reader !== guest) continue;
          for (const value of personal)
            if (text.includes(value)) wrongs.push(`${own} tells a guest ${value} after ${first.name}`);
        }
      }
    }
    const files = await filesIn(cacheFolder);
    for (const file of files) {
      const stored = (await readFile(file)).toString("latin1");
      for (const value of personal)
        if (stored.includes(value)) wrongs.push(`${value} is cached: ${stored.slice(0, 400)}`);
    }
    console.log(
      `${asked} asked, ${hits} answered by nginx, ${files.length} answers cached, ${wrongs.length} wrong`,
    );
    if (hits === 0 || files.length === 0) throw new Error("nginx cached nothing: the run proves nothing");
    if (wrongs.length > 0) throw new Error(wrongs.slice(0, 20).join("\n"));
  } finally {
    await site.close();
  }
}
