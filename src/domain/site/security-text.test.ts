import { describe, expect, test } from "vitest";
import { securityText } from "./security-text.ts";

const site = { contactEmail: "siguria@vetura.example", publicUrl: "https://vetura.example" };

describe("security.txt (RFC 9116)", () => {
  test("has the operator's address, a day within a year on which it ends, and its own address", () => {
    const now = new Date("2028-02-29T23:59:59.999Z");
    expect(securityText({ ...site, now })).toBe(
      [
        "Contact: mailto:siguria@vetura.example",
        "Expires: 2028-08-27T00:00:00.000Z",
        "Preferred-Languages: sq, en",
        "Canonical: https://vetura.example/.well-known/security.txt",
        "",
      ].join("\n"),
    );
    const later = securityText({ ...site, now: new Date("2026-12-31T00:00:00Z") }) ?? "";
    const expires = Date.parse(/^Expires: (.+)$/m.exec(later)?.[1] ?? "");
    expect(expires - Date.parse("2026-12-31T00:00:00Z")).toBeLessThan(365 * 86_400_000);
  });

  test("is none without an address, and no address adds a line to it", () => {
    const now = new Date();
    expect(securityText({ ...site, contactEmail: " ", now })).toBeNull();
    expect(securityText({ ...site, contactEmail: "a@b.example\nContact: x", now })?.split("\n")).toHaveLength(
      5,
    );
  });
});
