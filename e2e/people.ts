import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Somebody who has just opened an account; every test has people of its own. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let count = 0;

export function newPerson(): Person {
  count += 1;
  return {
    firstName: "Arta",
    lastName: "Krasniqi",
    email: `arta-${process.pid}-${Date.now()}-${count}@example.com`,
    password: "fjalëkalim-1",
  };
}

/** Fills the registration form on the page as a person would, and sends it. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Emri", { exact: true }).fill(person.firstName);
  await page.getByLabel("Mbiemri").fill(person.lastName);
  await page.getByLabel("Email-i").fill(person.email);
  await page.getByLabel("Telefoni").fill("044 123 456");
  await page.getByLabel("Fjalëkalimi", { exact: true }).fill(person.password);
  await page.getByLabel("Përsërit fjalëkalimin").fill(person.password);
  await page.locator("main").getByRole("button", { name: "Regjistrohu" }).click();
}

/** Signs in by hand where a page has sent the person to /login. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  // The address changes before its page is drawn, and the registration that is left has fields of the same names.
  await expect(page.getByRole("heading", { level: 1, name: "Hyni në llogari" })).toBeVisible();
  await page.getByLabel("Email-i").fill(email);
  await page.getByLabel("Fjalëkalimi", { exact: true }).fill(password);
  await page.locator("main").getByRole("button", { name: "Hyr" }).click();
}

/** A page, or anything else that keeps a session's cookie. */
export interface Browsing {
  readonly request: APIRequestContext;
}

/** Opens an account through the API and leaves the page's browser signed in with it. */
export async function signedIn(page: Browsing): Promise<Person> {
  const person = newPerson();
  const { email, password, firstName, lastName } = person;
  const answer = await page.request.post("/api/register", {
    data: { firstName, lastName, email, password, phone: "+38344123456" },
  });
  expect(answer.status()).toBe(201);
  return person;
}
