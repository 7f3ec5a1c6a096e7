import { expect, test } from "vitest";
import { dealerJsonLd, dealerPath, websiteName } from "./dealer-meta.ts";

const dealer = { id: "d1", businessName: "Auto Gashi", town: "Prizren", website: null, carCount: 3 };

test("a dealer is an AutoDealer in its town", () => {
  expect(dealerJsonLd(dealer, "https://vetura.example", undefined)).toEqual({
    "@context": "https://schema.org",
    "@type": "AutoDealer",
    name: "Auto Gashi",
    url: "https://vetura.example/dealers/d1",
    address: { "@type": "PostalAddress", addressLocality: "Prizren", addressCountry: "XK" },
  });
});

test("its website and a picture are told where there are any", () => {
  const told = dealerJsonLd({ ...dealer, town: null, website: "https://gashi.example" }, "", "/x.jpg");
  expect(told).toMatchObject({ sameAs: ["https://gashi.example"], image: "/x.jpg" });
  expect(told.address).toEqual({ "@type": "PostalAddress", addressCountry: "XK" });
});

test("the first page has the plain address", () => {
  expect([dealerPath("d1"), dealerPath("d1", 2)]).toEqual(["/dealers/d1", "/dealers/d1?page=2"]);
});

test("a website is called by its host", () => {
  expect(websiteName("https://www.autogashi.com/veturat?x=1")).toBe("autogashi.com");
});
