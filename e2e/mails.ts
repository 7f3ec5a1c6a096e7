import { join } from "node:path";
import { type ReadMail, readOutbox } from "#testing/read-mail.ts";
import { expect } from "./fixtures.ts";
import type { WithRequest } from "./people.ts";

/** All mails to a person so far. */
export async function mailsTo({ email }: { email: string }): Promise<ReadMail[]> {
  const mails = await readOutbox(join(process.env.E2E_DATA_DIR ?? "", "outbox"));
  return mails.filter(({ to }) => to === email);
}

/** The URL in the verification mail after registering; waits for that mail. */
export async function waitForVerifyLink(person: { email: string }): Promise<string> {
  const link = async () =>
    (await mailsTo(person)).map(({ text }) => /\S+\/verify-email\?token=\S+/.exec(text)?.[0]).find(Boolean);
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  return (await link()) ?? "";
}

/** Verifies the address, as the button on the mailed link's page does. */
export async function verifyEmail(page: WithRequest, person: { email: string }): Promise<void> {
  const token = new URL(await waitForVerifyLink(person)).searchParams.get("token");
  const answer = await page.request.post("/api/verify-email", { data: { token } });
  expect(answer.status()).toBe(204);
}
