/** Texts after signing out. Separate from the shell's texts, which every page loads. */
export const signOutMessages = {
  loggedOut: "Dolët nga llogaria",
  loggedOutHere:
    "Dolët nga llogaria në këtë pajisje. Serveri nuk u arrit; seanca mbyllet plotësisht kur ta hapni faqen përsëri me lidhje.",
} as const;
