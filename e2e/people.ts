import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** A newly registered person; every test uses its own. */
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

/** Fills and submits the registration form. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Emri", { exact: true }).fill(person.firstName);
  await page.getByLabel("Mbiemri").fill(person.lastName);
  await page.getByLabel("Email-i").fill(person.email);
  await page.getByLabel("Telefoni").fill("044 123 456");
  await page.getByLabel("Fjalëkalimi", { exact: true }).fill(person.password);
  await page.getByLabel("Përsërit fjalëkalimin").fill(person.password);
  await page.locator("main").getByRole("button", { name: "Regjistrohu" }).click();
}

/** Signs in through the form, after a page redirected to /login. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  // The address changes before the page is rendered, and the registration form has fields of the same names.
  await expect(page.getByRole("heading", { level: 1, name: "Hyni në llogari" })).toBeVisible();
  await page.getByLabel("Email-i").fill(email);
  await page.getByLabel("Fjalëkalimi", { exact: true }).fill(password);
  await page.locator("main").getByRole("button", { name: "Hyr" }).click();
}

/** A page, or anything else with a cookie jar. */
export interface WithRequest {
  readonly request: APIRequestContext;
}

/** Registers through the API, which signs in the page's session. */
export async function registerAccount(page: WithRequest): Promise<Person> {
  const person = newPerson();
  const { email, password, firstName, lastName } = person;
  const answer = await page.request.post("/api/register", {
    data: { firstName, lastName, email, password, phone: "+38344123456" },
  });
  expect(answer.status()).toBe(201);
  return person;
}
