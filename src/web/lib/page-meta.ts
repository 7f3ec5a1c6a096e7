import type { MetaDescriptor } from "react-router";
import { sharePictureSize, sitePicturePath } from "#domain/photos/site-picture.ts";
import type { SiteConfig } from "./site.ts";

interface PageDescription {
  site: Pick<SiteConfig, "name" | "publicUrl"> | undefined;
  title: string;
  description: string;
  /** The page's canonical path. */
  path: string;
  /** The page's share picture with its alt text; else the site's own. */
  picture?: { path: string; alt: string };
  type?: "website" | "product";
  /** The schema.org type, if the page has nothing more specific. */
  schema?: "WebPage" | "SearchResultsPage";
  /** false: noindex. */
  index?: boolean;
}

/** A public page's metadata for search engines and link previews. */
export function pageMeta(page: PageDescription): MetaDescriptor[] {
  const { site, title, description, path, picture, type = "website", schema, index = true } = page;
  const base = site?.publicUrl ?? "";
  const address = base + path;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    ...(index ? [] : [{ name: "robots", content: "noindex, follow" }]),
    { property: "og:site_name", content: site?.name ?? "" },
    { property: "og:locale", content: "sq_XK" },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: base + (picture?.path ?? sitePicturePath) },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(sharePictureSize.width) },
    { property: "og:image:height", content: String(sharePictureSize.height) },
    { property: "og:image:alt", content: picture?.alt ?? title },
    { name: "twitter:card", content: "summary_large_image" },
    ...(schema === undefined
      ? []
      : [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": schema,
              name: title,
              description,
              url: address,
              inLanguage: "sq",
              isPartOf: { "@id": `${base}/#website` },
            },
          },
        ]),
  ];
}

/** The matches of a route's meta function: the first is the root's, with the site. */
type Matches = readonly [{ loaderData?: { site: SiteConfig } | undefined } | undefined, ...unknown[]];

/** "Krahasimi · Vetura"; without the site's name if the root's loader failed. */
function titleOf(name: string, site: SiteConfig | undefined): string {
  return site === undefined ? name : `${name} · ${site.name}`;
}

/** A route's meta function: pageMeta with the site's name after the title. */
export function namedPageMeta(page: Omit<PageDescription, "site">) {
  return ({ matches: [root] }: { matches: Matches }): MetaDescriptor[] => {
    const site = root?.loaderData?.site;
    return pageMeta({ ...page, site, title: titleOf(page.title, site) });
  };
}

/** The meta function of a private page: a title, and noindex. */
export function privatePageMeta(name: string) {
  return ({ matches: [root] }: { matches: Matches }): MetaDescriptor[] => [
    { title: titleOf(name, root?.loaderData?.site) },
    { name: "robots", content: "noindex" },
  ];
}

/** Photos have root-relative URLs, or absolute ones if the photo store has its own origin. */
export function absolute(address: string, base: string): string {
  return address.startsWith("/") ? base + address : address;
}
