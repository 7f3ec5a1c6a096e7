import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Fails with the buttons, tabs and selects whose text wraps or is truncated; on the narrowest current phones
 * both look like a bug. With `mayWrap`, for enlarged text, only breaks within a word count.
 */
export async function expectNoTruncatedLabels(page: Page, { mayWrap = false } = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // A select may not have its final width yet.
  await expect.poll(() => page.evaluate(findTruncatedLabels, mayWrap)).toEqual([]);
}

/** Runs in the page, so it must not use anything outside of it. */
function findTruncatedLabels(mayWrap: boolean): string[] {
  const found: string[] = [];
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing but this function
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the same
  const scrolls = (element: Element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);

  /** The lines of each text of a control, or of each word if it may wrap. */
  function* linesOf(control: Element) {
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || (node.textContent ?? "").trim() === "" || !isShown(parent)) continue;
      for (const { index, 0: words } of (node.textContent ?? "").matchAll(mayWrap ? /\S+/g : /.+/gs)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + words.length);
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        if (lines.length > 0) yield { parent, lines };
      }
    }
  }

  for (const control of document.querySelectorAll("button, .one-line, [role=tab]")) {
    if (!isShown(control)) continue;
    const name = (control.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    for (const { parent, lines } of linesOf(control)) {
      // Text for screen readers only.
      if (parent.getBoundingClientRect().width <= 1) continue;
      const tops = lines.map(({ top }) => Math.round(top));
      if (Math.max(...tops) - Math.min(...tops) > 8) found.push(`breaks: ${name}`);
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        if (scrolls(around)) break;
        const { left, right } = around.getBoundingClientRect();
        const isOver = lines.some((line) => line.left < left - 1 || line.right > right + 1);
        if (isOver && getComputedStyle(around).overflowX !== "visible") found.push(`cut: ${name}`);
        if (around === control && isOver) found.push(`out of its button: ${name}`);
      }
    }
  }

  const paper = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("select")) {
    if (!isShown(select) || paper === null) continue;
    const { fontWeight, fontSize, fontFamily, color, paddingLeft, paddingRight } = getComputedStyle(select);
    const words = select.selectedOptions[0]?.textContent ?? "";
    // `font` is empty if a property cannot be expressed in it, such as the font features here.
    paper.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    // The select's text is transparent: another element shows the choice.
    const [shown] = color.endsWith(", 0)")
      ? [select.parentElement?.parentElement?.querySelector(":scope > span[aria-hidden]")]
      : [];
    if (shown instanceof HTMLElement) {
      if (shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight)
        found.push(`cut: ${words}`);
    } else if (paper.measureText(words).width > room + 1) found.push(`cut: ${words}`);
  }
  return [...new Set(found)];
}
