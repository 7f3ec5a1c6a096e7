/** Texts of /admin before the visitor is known, and for people without access (specification.md#admin). */
export const adminAccessMessages = {
  title: "Paneli i administratorit",
  denied: "Akses i ndaluar",
  deniedText: "Ju nuk keni të drejta administratori",
  loading: "Duke ngarkuar...",
} as const;
