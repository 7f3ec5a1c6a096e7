import { NetworkError } from "./api-error.ts";

/**
 * True if a page's data or a script failed to load. Browsers throw a TypeError for both, as for programming
 * errors; only the message differs: "Failed to fetch", "NetworkError when …", "Load failed", "Importing a …".
 */
export function failedToLoad(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  // Vite's message for a missing stylesheet.
  if (error instanceof Error && error.message.startsWith("Unable to preload CSS")) return true;
  return error instanceof TypeError && /failed to fetch|networkerror|load failed|import/i.test(error.message);
}
