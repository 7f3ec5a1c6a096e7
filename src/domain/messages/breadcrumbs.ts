/** Breadcrumbs of a page, for search engines. */
export const breadcrumbMessages = {
  home: "Ballina",
  cars: "Vetura në shitje",
} as const;
