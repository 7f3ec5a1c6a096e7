import { toast } from "./toast.ts";

/** Copies a text to the clipboard; a toast says whether that worked. */
export async function copyText(
  value: string,
  said: { readonly copied: string; readonly copyFailed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast.success(said.copied);
  } catch {
    toast.error(said.copyFailed);
  }
}
