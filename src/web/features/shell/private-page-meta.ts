import type { MetaDescriptor } from "react-router";

/** Title of a page that belongs to one person: the site's name behind it, and nothing for search engines. */
export function privatePageMeta(
  title: string,
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): MetaDescriptor[] {
  const name = siteName(matches.find((match) => match?.id === "root")?.loaderData);
  return [{ title: name === null ? title : `${title} · ${name}` }, { name: "robots", content: "noindex" }];
}

function siteName(rootData: unknown): string | null {
  if (typeof rootData !== "object" || rootData === null || !("site" in rootData)) return null;
  const { site } = rootData;
  return typeof site === "object" && site !== null && "name" in site && typeof site.name === "string"
    ? site.name
    : null;
}
