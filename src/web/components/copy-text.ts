import { toast } from "./toast.ts";

/** Puts a text on the clipboard, and says whether that went well. */
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
