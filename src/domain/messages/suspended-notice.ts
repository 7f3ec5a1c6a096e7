/** Notice for suspended people on every page. */
export const suspendedNoticeMessages = {
  title: "Llogaria juaj është pezulluar",
  text: "Veturat tuaja nuk i sheh publiku dhe nuk mund të publikoni të tjera.",
  reason: (reason: string) => `Arsyeja: ${reason}`,
  contact: "Nëse mendoni se është gabim, na shkruani:",
} as const;
