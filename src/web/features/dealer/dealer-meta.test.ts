import { expect, test } from "vitest";
import { dealerJsonLd, mapAddress, websiteName } from "./dealer-meta.ts";

const dealer = {
  id: "d1",
  businessName: "Auto Gashi",
  town: "Prizren",
  website: null,
  address: null,
  hours: null,
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

test("the JSON-LD of a dealer has the address and the hours that the dealer gave, and no phone", () => {
  const hours = {
    monday: [
      { from: "09:00", to: "12:00" },
      { from: "13:00", to: "24:00" },
    ],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [{ from: "09:00", to: "15:00" }],
    sunday: [],
  };
  const told = dealerJsonLd({ ...dealer, address: "Rr. Adem Jashari 1", hours }, "", undefined);
  expect(told.address).toMatchObject({ streetAddress: "Rr. Adem Jashari 1", addressLocality: "Prizren" });
  const day = { "@type": "OpeningHoursSpecification" };
  expect(told).toMatchObject({
    openingHoursSpecification: [
      { ...day, dayOfWeek: "https://schema.org/Monday", opens: "09:00", closes: "12:00" },
      { ...day, dayOfWeek: "https://schema.org/Monday", opens: "13:00", closes: "23:59" },
      { ...day, dayOfWeek: "https://schema.org/Saturday", opens: "09:00", closes: "15:00" },
    ],
  });
  expect(told).not.toHaveProperty("telephone");
});

const query = (address: string, town: string | null) =>
  new URL(mapAddress(address, town)).searchParams.get("query");

test("a map is asked for the address with its town, once", () => {
  expect(query("Rr. Adem Jashari 1 & 2", "Prizren")).toBe("Rr. Adem Jashari 1 & 2, Prizren, Kosovo");
  expect(query("Rr. Adem Jashari 1, PRIZREN", "Prizren")).toBe("Rr. Adem Jashari 1, PRIZREN, Kosovo");
  expect(query("Zona industriale", null)).toBe("Zona industriale, Kosovo");
});
