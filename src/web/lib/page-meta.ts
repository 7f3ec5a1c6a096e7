import type { MetaDescriptor } from "react-router";
import type { SiteConfig } from "./site.ts";

/** What a public page says of itself to search engines and to those who share it. */
export function pageMeta(page: {
  site: Pick<SiteConfig, "name" | "publicUrl"> | undefined;
  title: string;
  description: string;
  /** The page's one address, root-relative. */
  path: string;
  image?: string | undefined;
  type?: "website" | "product";
  /** False: not to be listed by search engines. */
  index?: boolean;
}): MetaDescriptor[] {
  const { site, title, description, path, image, type = "website", index = true } = page;
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
    ...(image === undefined
      ? [{ name: "twitter:card", content: "summary" }]
      : [
          { property: "og:image", content: absolute(image, base) },
          { name: "twitter:card", content: "summary_large_image" },
        ]),
  ];
}

/** Pictures have root-relative addresses, or absolute ones where the photo store has its own. */
export function absolute(address: string, base: string): string {
  return address.startsWith("/") ? base + address : address;
}
