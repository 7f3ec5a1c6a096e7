/** The steps that lead to a page, as search engines show them. */
export const breadcrumbMessages = {
  home: "Ballina",
  cars: "Vetura në shitje",
} as const;
