import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { defaultFees } from "#domain/payments/fees.ts";
import { defaultLimits } from "#domain/settings/settings.ts";
import { type SiteConfig, siteContext } from "#web/lib/site.ts";
import { loader } from "./security-txt.ts";

const site: SiteConfig = {
  name: "Vetura",
  publicUrl: "https://vetura.example",
  contactEmail: "",
  contactPhone: "",
  facebookUrl: "",
  instagramUrl: "",
  tiktokUrl: "",
  fees: defaultFees,
  limits: defaultLimits,
  paymentsMode: "test",
};

function answer(contactEmail: string): Response {
  const context = new RouterContextProvider();
  context.set(siteContext, { ...site, contactEmail });
  const url = new URL("https://vetura.example/.well-known/security.txt");
  return loader({
    context,
    params: {},
    request: new Request(url),
    url,
    pattern: "/.well-known/security.txt",
  });
}

test("/.well-known/security.txt is 404 without a contact address, and no cache stores that", async () => {
  for (const contactEmail of ["", " "]) {
    const none = answer(contactEmail);
    expect([none.status, await none.text(), none.headers.get("cache-control")]).toEqual([
      404,
      "",
      "no-store",
    ]);
  }
});

test("/.well-known/security.txt names the contact address as plain text, for an hour", async () => {
  const given = answer("siguria@vetura.example");
  expect(given.status).toBe(200);
  expect(given.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(given.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(await given.text()).toContain("Contact: mailto:siguria@vetura.example\n");
});
