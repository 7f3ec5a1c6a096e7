/** Texts of the search box's suggestions, loaded when somebody types. */
export const suggestionMessages = {
  suggestions: "Sugjerime",
  suggestionsFound: (count: number) => (count === 1 ? "1 sugjerim" : `${count} sugjerime`),
  suggestionCount: (figure: string, count: number) => `${figure} ${count === 1 ? "veturë" : "vetura"}`,
} as const;
