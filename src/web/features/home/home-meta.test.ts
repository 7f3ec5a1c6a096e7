import { expect, test } from "vitest";
import { defaultFees } from "#domain/payments/fees.ts";
import { siteJsonLd } from "./home-meta.ts";

test("the home page's JSON-LD names the operator and the search address", () => {
  const site = {
    name: "Vetura",
    publicUrl: "https://vetura.example",
    contactEmail: "info@vetura.example",
    contactPhone: "",
    facebookUrl: "https://facebook.com/vetura",
    instagramUrl: "",
    tiktokUrl: "",
    fees: defaultFees,
    limits: { photos: 10, sponsorshipDays: 30 },
    paymentsMode: "test",
  } as const;
  const [organization, website] = siteJsonLd(site)["@graph"];
  expect(organization).toMatchObject({ "@type": "Organization", sameAs: ["https://facebook.com/vetura"] });
  expect(organization).not.toHaveProperty("telephone");
  expect(website).toMatchObject({
    "@type": "WebSite",
    publisher: { "@id": organization?.["@id"] },
    potentialAction: {
      target: { urlTemplate: "https://vetura.example/search?q={search_term_string}" },
      "query-input": "required name=search_term_string",
    },
  });
});
