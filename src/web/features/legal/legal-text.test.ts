import { describe, expect, test } from "vitest";
import { fillLegalText, type LegalFacts, legalMessages } from "#domain/messages/legal.ts";
import { defaultFees } from "#domain/payments/fees.ts";
import { defaultLimits } from "#domain/settings/settings.ts";
import { legalText } from "./legal-text.server.ts";

const facts: LegalFacts = {
  siteName: "Vetura",
  host: "vetura.example",
  contactEmail: "info@vetura.example",
  company: { name: "Firma", address: "Prishtinë", businessNumber: "", fiscalNumber: "", vatNumber: null },
  fees: defaultFees,
  limits: defaultLimits,
  testPayments: false,
};

const pageOf = (name: "terms" | "privacy", changed: Partial<LegalFacts> = {}) => {
  const { lead, sections } = legalText(name, { ...facts, ...changed });
  return [lead, ...sections.map(({ html }) => html)].join("\n");
};

describe.each(["terms", "privacy"] as const)("the built-in text %s", (name) => {
  test("has every placeholder filled in and links the contact address", () => {
    const page = pageOf(name);
    expect(page).not.toMatch(/[{}]/);
    expect(page).toContain('<a href="mailto:info@vetura.example">info@vetura.example</a>');
    expect(page).toContain("<table>");
  });

  test("numbers its sections from one and gives each an anchor of its own", () => {
    const { lead, sections } = legalText(name, facts);
    expect(lead).toMatch(/^\p{Lu}.+\.$/u);
    expect(sections.map(({ number }) => Number(number))).toEqual(sections.map((_, index) => index + 1));
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    expect(sections.length).toBeGreaterThan(8);
  });

  test("keeps each number on one line with its unit", () => {
    expect(pageOf(name)).toMatch(/\d\u00A0(?:ditë|vjet)/);
    expect(pageOf(name)).not.toMatch(/\d (?:ditë|orë|muaj|vjet|vjeç|karaktere|%|€)/);
  });

  test("shows the site's name as it is, whatever it means in Markdown", () => {
    expect(pageOf(name, { siteName: "*Auto* [x](y) <b>" })).toContain("*Auto* [x](y) &lt;b&gt;");
  });
});

test("the terms speak of test payments only where no money moves", () => {
  expect(pageOf("terms")).not.toContain(legalMessages.testPayments);
  expect(pageOf("terms", { testPayments: true })).toContain(`<p>${legalMessages.testPayments}</p>`);
});

test("the privacy policy names the operator unless the site has the same name", () => {
  expect(pageOf("privacy")).toContain("(vetura.example), Firma, Prishtinë.");
  expect(pageOf("privacy", { siteName: "Firma" })).toContain("(vetura.example), Prishtinë.");
});

test("a legal text with an unknown placeholder is refused", () => {
  expect(() => fillLegalText("{{fee}}", facts)).toThrow("no value for {{fee}}");
});
