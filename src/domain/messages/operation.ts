/** Texts while the site starts, stops or is overloaded. */
export const operationMessages = {
  starting: {
    title: "Faqja po niset",
    text: "Faqja po niset dhe do të jetë gati pas pak. Ju lutem prisni.",
  },
  busy: {
    title: "Shumë vizitorë njëherësh",
    text: "Faqja është e ngarkuar për momentin. Ajo provon vetë përsëri pas pak sekondash.",
  },
} as const;
