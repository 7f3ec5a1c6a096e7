import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dealerPage } from "#contract/dealer-page.ts";
import { publicDealer } from "#contract/dealers.ts";
import { ownPageMessages as text } from "#domain/messages/dealer-page.ts";
import { carMessages } from "#domain/messages/car.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let dealer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  // Made by an admin: it has no business of its own.
  dealer = await app.registerUser({ isDealerByHand: true });
});
afterAll(() => app.close());

const usual = [
  { from: "09:00", to: "13:00" },
  { from: "14:00", to: "18:00" },
];
const hours = {
  monday: usual,
  tuesday: usual,
  wednesday: usual,
  thursday: usual,
  friday: usual,
  saturday: [{ from: "09:00", to: "24:00" }],
  sunday: [],
};
const page = { address: "Rr. Nëna Terezë 12, Prizren", phone: "+38344123456", hours };

const save = (body: object, as: TestUser = dealer) => app.call("PUT /api/dealer/page", { as, body });
const publicPage = async (id = dealer.id) =>
  publicDealer.parse((await app.call(`GET /api/dealers/${id}`)).body);

describe("what a dealer tells on its page", () => {
  test("a dealer's page shows nothing but what the signup promises until the dealer fills it in", async () => {
    const other = await app.registerUser({ isDealerByHand: true, phone: "+38349111222" });
    expect((await app.call("GET /api/dealer/page", { as: other })).body).toEqual({
      address: null,
      phone: null,
      hours: null,
    });
    expect(await publicPage(other.id)).toMatchObject({ address: null, hasPhone: false, hours: null });
    const contact = await app.call(`POST /api/dealers/${other.id}/contact`);
    expect([contact.status, errorOf(contact)]).toMatchObject([
      409,
      { code: "contact_unavailable", message: text.noPhone },
    ]);
  });

  test("what a dealer fills in is public, the phone by a call of its own, and what is emptied is not any more", async () => {
    const saved = await save({ ...page, address: "  Rr. Nëna\nTerezë 12, Prizren ", phone: "044 123 456" });
    expect([saved.status, dealerPage.parse(saved.body)]).toEqual([200, page]);
    expect((await app.call("GET /api/dealer/page", { as: dealer })).body).toEqual(page);
    const shown = await publicPage();
    expect(shown).toMatchObject({ address: page.address, hasPhone: true, hours });
    expect(JSON.stringify(shown)).not.toContain("123456");
    const contact = await app.call(`POST /api/dealers/${dealer.id}/contact`);
    expect([contact.body, contact.headers.get("Cache-Control")]).toEqual([
      { phone: page.phone },
      "private, no-store",
    ]);

    expect((await save({ address: "", phone: " ", hours })).status).toBe(200);
    expect(await publicPage()).toMatchObject({ address: null, hasPhone: false, hours });
    expect((await save({ address: "\u200b", phone: null, hours: null })).status).toBe(200);
    expect(await publicPage()).toMatchObject({ address: null, hasPhone: false, hours: null });
    const rows = await app.database.db
      .selectFrom("dealer_pages")
      .select("user_id")
      .where("user_id", "=", dealer.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test("a phone number in a dealer's address is masked, as in a name", async () => {
    await save({ ...page, address: "Rr. Nëna Terezë 12, tel. 049 777 123" });
    expect((await publicPage()).address).toBe(`Rr. Nëna Terezë 12, tel. ${carMessages.phoneMasked}`);
  });

  test("a dealer's page is deleted with the account", async () => {
    const leaving = await app.registerUser({ isDealerByHand: true });
    const admin = await app.registerUser({ isAdmin: true });
    expect((await save(page, leaving)).status).toBe(200);
    const gone = await app.call(`DELETE /api/admin/users/${leaving.id}`, { as: admin });
    expect(gone.status).toBe(204);
    const rows = await app.database.db
      .selectFrom("dealer_pages")
      .select("user_id")
      .where("user_id", "=", leaving.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

const span = (from: unknown, to: unknown) => ({ from, to });

describe("bad input", () => {
  const day = (spans: unknown) => ({ hours: { ...hours, tuesday: spans } });
  const { sunday: _closed, ...sixDays } = hours;

  test.each([
    [
      "overlapping spans",
      day([span("09:00", "13:00"), span("12:00", "18:00")]),
      "tuesday",
      text.faults.overlap,
    ],
    ["spans in the wrong order", day([usual[1], usual[0]]), "tuesday", text.faults.overlap],
    ["25:00", day([span("09:00", "25:00")]), "tuesday", text.faults.time],
    ["a time in words", day([span("nëntë", "18:00")]), "tuesday", text.faults.time],
    ["an end before the beginning", day([span("18:00", "09:00")]), "tuesday", text.faults.order],
    ["a span over midnight", day([span("20:00", "02:00")]), "tuesday", text.faults.order],
    ["an empty span", day([span("09:00", "09:00")]), "tuesday", text.faults.order],
    ["three spans", day([...usual, span("19:00", "20:00")]), "tuesday", text.tooManySpans],
    ["a number for a time", day([span(9, "18:00")]), "from", text.faults.time],
    ["a text for a day", day("09:00-18:00"), "tuesday", text.dayInvalid],
    ["an unknown key in a span", day([{ ...span("09:00", "18:00"), note: "x" }]), "note", expect.any(String)],
    ["an eighth day", { hours: { ...hours, holiday: [] } }, "holiday", expect.any(String)],
    ["six days", { hours: sixDays }, "sunday", expect.any(String)],
    ["a list of eight days", { hours: Array.from({ length: 8 }, () => []) }, "hours", text.hoursInvalid],
    ["no word of hours", { hours: undefined }, "hours", text.hoursInvalid],
    ["a long address", { address: "a".repeat(201) }, "address", text.addressTooLong],
    ["HTML", { address: "<b>Rr. B</b>" }, "address", text.addressInvalid],
    ["a number for an address", { address: 12 }, "address", text.addressInvalid],
    ["a phone with letters", { phone: "044 abc" }, "phone", carMessages.phoneInvalid],
    ["a phone that cannot be", { phone: "1" }, "phone", carMessages.phoneInvalid],
    ["an unknown key", { isVerified: true }, "isVerified", expect.any(String)],
  ])("%s is refused by field", async (_what, change, field, message) => {
    const before = (await app.call("GET /api/dealer/page", { as: dealer })).body;
    const answer = await save({ ...page, ...change });
    expect([answer.status, errorOf(answer).fields]).toEqual([400, { [field]: message }]);
    expect((await app.call("GET /api/dealer/page", { as: dealer })).body).toEqual(before);
  });
});
