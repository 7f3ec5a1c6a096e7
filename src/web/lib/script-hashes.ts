import { inlineScripts } from "./content-policy.ts";

const MAX_KEPT = 500;
/** React Router's scripts are the same for every answer of a route: each is hashed once. */
const kept = new Map<string, string>();

/** Base64 SHA-256 of each inline script of a page, in order, without repeats. */
export async function scriptHashes(html: string): Promise<string[]> {
  const hashes = new Set<string>();
  for (const script of inlineScripts(html)) {
    let hash = kept.get(script);
    if (hash === undefined) {
      hash = await sha256(script);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(script, hash);
    }
    hashes.add(hash);
  }
  return [...hashes];
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest));
}
