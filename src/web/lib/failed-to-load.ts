import { NetworkError } from "./api-error.ts";

/**
 * Whether a page's data or a script did not arrive. Browsers throw a TypeError for both, as for any slip in a
 * program; only its words tell them apart: "Failed to fetch", "NetworkError when …", "Load failed", "Importing a …".
 */
export function failedToLoad(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  // Vite's own words, of a style that a part of a page needs.
  if (error instanceof Error && error.message.startsWith("Unable to preload CSS")) return true;
  return error instanceof TypeError && /failed to fetch|networkerror|load failed|import/i.test(error.message);
}
