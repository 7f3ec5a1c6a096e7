import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { expect } from "./fixtures.ts";
import { type WithRequest, type Person, registerAccount } from "./people.ts";
import { signInToDemo } from "./state-setup.ts";

/**
 * Creates an account in the page's session and makes it a dealer by hand, as the demo's admin in another
 * session.
 */
export async function registerDealer(
  page: WithRequest,
  admin: APIRequestContext,
): Promise<Person & { id: string }> {
  const person = await registerAccount(page);
  const { id } = z.object({ id: z.string() }).parse(await (await page.request.get("/api/me")).json());
  await signInToDemo({ request: admin }, "admin");
  const answer = await admin.put(`/api/admin/users/${id}`, { data: { isDealer: true } });
  expect(answer.status(), await answer.text()).toBe(200);
  return { ...person, id };
}
