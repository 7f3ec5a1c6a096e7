import { carPageMessages } from "#domain/messages/car-page.ts";

const text = carPageMessages.contact;

export type ContactWay = "call" | "viber" | "whatsapp";

/** In the order in which people in Kosovo use them. */
export const contactWays: readonly { way: ContactWay; label: string }[] = [
  { way: "call", label: text.call },
  { way: "viber", label: text.viber },
  { way: "whatsapp", label: text.whatsapp },
];

/** The link that opens a conversation with an E.164 number; `message` if the app accepts one. */
export function contactAddress(way: ContactWay, phone: string, message: string): string {
  switch (way) {
    case "call":
      return `tel:${phone}`;
    case "viber":
      return `viber://chat?number=${encodeURIComponent(phone)}`;
    case "whatsapp":
      return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(message)}`;
  }
}
