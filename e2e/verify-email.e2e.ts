import { accountPageMessages } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { waitForVerifyLink } from "./mails.ts";
import { registerAccount } from "./people.ts";

const text = accountPageMessages.verify;
const notice = profileMessages.unproven;

test("the button on the mailed link's page verifies the address, and the profile stops asking", async ({
  page,
  browser,
}) => {
  const person = await registerAccount(page);
  await page.goto("/profile");
  const asking = page.getByRole("region", { name: notice.heading });
  await expect(asking.getByText(notice.text(person.email))).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await asking.getByRole("button", { name: notice.resend }).click();
  await expect(asking.getByText(notice.sent(person.email))).toBeVisible();

  // On another device, signed out. Opening the link changes nothing, whether by a mail scanner or by the
  // person.
  const link = await waitForVerifyLink(person);
  const elsewhere = await (await browser.newContext()).newPage();
  for (const _ of ["scanner", "person"]) await elsewhere.goto(link);
  await page.reload();
  await expect(asking).toBeVisible();
  await elsewhere.getByRole("button", { name: text.confirm }).click();
  await expect(elsewhere.getByRole("heading", { level: 1, name: text.done })).toBeVisible();
  await expectAccessible(elsewhere);
  await page.reload();
  await expect(page.getByText(profileMessages.account.proven)).toBeVisible();
  await expect(asking).toBeHidden();

  // The link is used up; a signed-in person reads that the address is verified.
  await elsewhere.goto(link);
  await elsewhere.getByRole("button", { name: text.confirm }).click();
  await expect(elsewhere.getByText(accountMessages.verifyLinkInvalid)).toBeVisible();
  await elsewhere.context().close();
  await page.goto(link);
  await page.getByRole("button", { name: text.confirm }).click();
  await expect(page.getByText(text.already)).toBeVisible();
});

test.describe("on a bad line", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("a failed verification can be tried again, and a link without a token says so", async ({ page }) => {
    await page.route("**/api/verify-email", (route) => route.abort());
    await page.goto("/verify-email?token=abc");
    await page.getByRole("button", { name: text.confirm }).click();
    await expect(page.getByRole("alert").getByText(uiMessages.networkError)).toBeVisible();
    await page.unroute("**/api/verify-email");
    await page.route("**/api/verify-email", (route) => route.fulfill({ status: 204 }));
    await page.getByRole("button", { name: text.confirm }).click();
    await expect(page.getByRole("heading", { level: 1, name: text.done })).toBeVisible();
    await page.goto("/verify-email");
    await expect(page.getByText(text.missing)).toBeVisible();
  });
});
