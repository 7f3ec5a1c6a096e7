import { expect, test } from "vitest";
import { dealerJsonLd, websiteName } from "./dealer-meta.ts";

const dealer = {
  id: "d1",
  businessName: "Auto Gashi",
  town: "Prizren",
  website: null,
};

test("the JSON-LD of a dealer is an AutoDealer in its town", () => {
  expect(dealerJsonLd(dealer, "https://vetura.example", undefined)).toEqual({
    "@context": "https://schema.org",
    "@type": "AutoDealer",
    name: "Auto Gashi",
    url: "https://vetura.example/dealers/d1",
    address: { "@type": "PostalAddress", addressLocality: "Prizren", addressCountry: "XK" },
  });
});

test("the JSON-LD of a dealer has website and picture where they exist", () => {
  const told = dealerJsonLd({ ...dealer, town: null, website: "https://gashi.example" }, "", "/x.jpg");
  expect(told).toMatchObject({ sameAs: ["https://gashi.example"], image: "/x.jpg" });
  expect(told.address).toEqual({ "@type": "PostalAddress", addressCountry: "XK" });
});

test("a dealer's website is labelled by its host", () => {
  expect(websiteName("https://www.autogashi.com/veturat?x=1")).toBe("autogashi.com");
});
