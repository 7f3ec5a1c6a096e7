import { expect, test } from "vitest";
import { contactAddress, contactWays } from "./contact-ways.ts";

test("the contact ways are in the order phone, Viber, WhatsApp", () => {
  expect(contactWays.map(({ label }) => label)).toEqual(["Telefono", "Viber", "WhatsApp"]);
});

test("each contact way links the number in its program's format", () => {
  const phone = "+38344123456";
  expect(contactAddress("call", phone, "")).toBe("tel:+38344123456");
  expect(contactAddress("viber", phone, "")).toBe("viber://chat?number=%2B38344123456");
  expect(contactAddress("whatsapp", phone, "Përshëndetje & mirë")).toBe(
    "https://wa.me/38344123456?text=P%C3%ABrsh%C3%ABndetje%20%26%20mir%C3%AB",
  );
});
