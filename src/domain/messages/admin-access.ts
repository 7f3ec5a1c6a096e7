/** What /admin says before it is known who asks, and to those who may not see it (specification.md#admin). */
export const adminAccessMessages = {
  title: "Paneli i administratorit",
  denied: "Akses i ndaluar",
  deniedText: "Ju nuk keni të drejta administratori",
  loading: "Duke ngarkuar...",
} as const;
