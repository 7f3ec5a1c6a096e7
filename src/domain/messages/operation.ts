/** Texts while the site itself starts or stops. */
export const operationMessages = {
  starting: {
    title: "Faqja po niset",
    text: "Faqja po niset dhe do të jetë gati pas pak. Ju lutem prisni.",
  },
} as const;
