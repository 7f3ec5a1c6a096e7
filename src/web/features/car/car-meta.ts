import { carFieldTable, publicFacts } from "#domain/cars/car-fields.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { breadcrumbMessages as breadcrumbs } from "#domain/messages/breadcrumbs.ts";
import { sharePictureMessages as shared } from "#domain/messages/share-picture.ts";
import { absolute } from "#web/lib/page-meta.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { carName, sellerName } from "./car-facts.ts";
import type { CarDetails } from "./load-car.ts";

const descriptionLength = 155;

export function carTitle(car: CarDetails, siteName: string): string {
  return text.documentTitle(`${carName(car)} ${car.year}`, formatEuro(car.price), car.location, siteName);
}

export function carDescription(car: CarDetails): string {
  const facts = `${car.year}, ${formatKm(car.mileage)}, ${car.fuel}, ${car.transmission}. `;
  const whole = `${carName(car)}, ${facts}${car.description}`.replaceAll(/\s+/g, " ");
  return whole.length <= descriptionLength ? whole : `${whole.slice(0, descriptionLength - 1).trimEnd()}…`;
}

/** The alt text of the picture in link previews. */
export function sharedAlt(car: CarDetails): string {
  return shared.alt(`${carName(car)} ${car.year}`, formatEuro(car.price));
}

/** Breadcrumbs for search engines: home, all cars, the brand. */
export function carBreadcrumbs(car: CarDetails, { publicUrl }: Pick<SiteConfig, "publicUrl">) {
  const steps = [
    { name: breadcrumbs.home, path: "/" },
    { name: breadcrumbs.cars, path: "/search" },
    { name: car.brand, path: `/search?${new URLSearchParams({ brand: car.brand }).toString()}` },
    { name: `${carName(car)} ${car.year}`, path: `/car/${car._id}` },
  ];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

/** The facts with a schema.org property of their own. */
function schemaFacts(car: CarDetails): Record<string, unknown> {
  return Object.fromEntries(
    publicFacts.flatMap((fact) => {
      const { schema } = carFieldTable[fact];
      const value = car[fact];
      return schema === undefined || value === null || value === "" ? [] : [[schema, value]];
    }),
  );
}

/** The car as schema.org data. The seller's phone is not included (specification.md#car-page). */
export function carJsonLd(car: CarDetails, site: Pick<SiteConfig, "publicUrl">) {
  const url = `${site.publicUrl}/car/${car._id}`;
  return {
    "@context": "https://schema.org",
    "@type": "Car",
    name: `${carName(car)} ${car.year}`,
    url,
    sku: String(car.number),
    description: car.description,
    image: car.photos.map((photo) => absolute(photo.url, site.publicUrl)),
    brand: { "@type": "Brand", name: car.brand },
    vehicleModelDate: String(car.year),
    ...schemaFacts(car),
    mileageFromOdometer: { "@type": "QuantitativeValue", value: car.mileage, unitCode: "KMT" },
    ...(car.engineSize === null && car.power === null
      ? {}
      : {
          vehicleEngine: {
            "@type": "EngineSpecification",
            ...(car.engineSize === null
              ? {}
              : {
                  engineDisplacement: {
                    "@type": "QuantitativeValue",
                    value: car.engineSize,
                    unitCode: "CMQ",
                  },
                }),
            ...(car.power === null
              ? {}
              : { enginePower: { "@type": "QuantitativeValue", value: car.power, unitCode: "KWT" } }),
          },
        }),
    itemCondition: `https://schema.org/${car.condition === "E re" ? "NewCondition" : "UsedCondition"}`,
    offers: {
      "@type": "Offer",
      url,
      price: car.price,
      priceCurrency: "EUR",
      availability: `https://schema.org/${car.sold ? "SoldOut" : "InStock"}`,
      availableAtOrFrom: { "@type": "Place", name: car.location },
      seller: { "@type": car.seller.isDealer ? "AutoDealer" : "Person", name: sellerName(car) },
    },
  };
}
