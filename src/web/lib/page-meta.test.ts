import { expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

test("pageMeta writes JSON-LD with the page's canonical address", () => {
  const page = {
    site: { name: "Vetura", publicUrl: "https://vetura.example" },
    title: "Vetura në shitje",
    description: "Të gjitha veturat",
    path: "/search",
  };
  const jsonLd = pageMeta({ ...page, schema: "SearchResultsPage" }).filter((tag) => "script:ld+json" in tag);
  expect(jsonLd).toMatchObject([
    {
      "script:ld+json": {
        "@type": "SearchResultsPage",
        name: page.title,
        url: "https://vetura.example/search",
        isPartOf: { "@id": "https://vetura.example/#website" },
      },
    },
  ]);
  expect(pageMeta(page).filter((tag) => "script:ld+json" in tag)).toEqual([]);
});
