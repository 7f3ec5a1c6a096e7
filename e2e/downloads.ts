import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { extractText } from "unpdf";

/** The content of the file that a link downloads. */
export async function download(page: Page, link: Locator): Promise<Buffer> {
  const coming = page.waitForEvent("download");
  await link.click();
  return readFile(await (await coming).path());
}

/** The text of the PDF that a link downloads. */
export async function pdfText(page: Page, link: Locator): Promise<string> {
  const { text } = await extractText(new Uint8Array(await download(page, link)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}
