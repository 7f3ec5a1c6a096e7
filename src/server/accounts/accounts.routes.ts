import { Hono } from "hono";
import type { Kysely } from "kysely";
import { deleteMeBody, registerBody, updateMeBody } from "#contract/accounts.ts";
import { forgotPasswordBody, loginBody, resetPasswordBody, verifyEmailBody } from "#contract/credentials.ts";
import { accountMessages } from "#domain/messages/account.ts";
import type { PhotoUrl } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Cookies } from "#server/http/credentials.ts";
import { ownSiteOnly } from "#server/http/cross-site.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { idParam, parseBody } from "#server/http/parse.ts";
import { type AppContext, type AppEnv, requireUser, type Session } from "#server/http/session.ts";
import type { AccountsService, SignedIn } from "./accounts.service.ts";
import { isCommonPassword } from "./common-passwords.ts";
import type { EmailVerificationService } from "./email-verification.service.ts";
import { exportAccount } from "./export-account.ts";
import type { PasswordResetsService } from "./password-resets.service.ts";
import { secondsLeft } from "./sessions.queries.ts";
import type { SessionsService } from "./sessions.service.ts";

export interface AccountsRoutesDeps {
  readonly db: Kysely<DB>;
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly passwordResets: PasswordResetsService;
  readonly emailVerification: EmailVerificationService;
  readonly cookies: Cookies;
  readonly limits: Limits;
  readonly publicUrl: string;
  readonly photoUrl: PhotoUrl;
}

function requireSession(c: AppContext): Session {
  const session = c.get("session");
  if (session === null) throw new AppError("not_signed_in");
  return session;
}

/** Every call of the contract's accountEndpoints. */
export function accountsRoutes(deps: AccountsRoutesDeps): Hono<AppEnv> {
  const { db, accounts, sessions, passwordResets, emailVerification, cookies, limits, publicUrl, photoUrl } =
    deps;
  const routes = new Hono<AppEnv>();
  const ownSite = ownSiteOnly(publicUrl);

  const browserOf = (c: AppContext) => ({
    address: c.get("address"),
    device: cookies.readDevice(c),
    userAgent: c.req.header("user-agent") ?? null,
    credentials: cookies.read(c),
  });

  function handOver(c: AppContext, { opened, device }: SignedIn): void {
    cookies.setSession(c, opened.cookie, Number.POSITIVE_INFINITY);
    cookies.setDevice(c, device);
  }

  /** The browser's copy of the cookie runs out 30 days after we last set it: set it again while it is in use. */
  async function prolongCookie(c: AppContext, sessionId: string): Promise<void> {
    const { cookie } = cookies.read(c);
    if (cookie === null) return;
    const seconds = await secondsLeft(db, sessionId);
    if (seconds !== null) cookies.setSession(c, cookie, seconds);
  }

  routes.post("/api/register", ownSite, async (c) => {
    await limits.registration.take(callerOf(c));
    const person = await parseBody(c, registerBody);
    const signedIn = await accounts.register(person, browserOf(c));
    handOver(c, signedIn);
    const warning = isCommonPassword(person.password)
      ? { passwordWarning: accountMessages.registeredWithCommonPassword }
      : {};
    return c.json({ token: signedIn.opened.token, user: signedIn.user, ...warning }, 201);
  });

  routes.post("/api/login", ownSite, async (c) => {
    const signedIn = await accounts.login(await parseBody(c, loginBody), browserOf(c));
    handOver(c, signedIn);
    return c.json({ token: signedIn.opened.token, user: signedIn.user });
  });

  routes.post("/api/logout", ownSite, async (c) => {
    await sessions.end(cookies.read(c));
    cookies.clearSession(c);
    return c.body(null, 204);
  });

  routes.post("/api/refresh-token", ownSite, async (c) => {
    const { token, session } = await sessions.refresh(cookies.read(c), ({ actor }) =>
      limits.tokenRefresh.take({ ...callerOf(c), accountId: actor.id }),
    );
    await prolongCookie(c, session.sessionId);
    return c.json({ token });
  });

  routes.get("/api/me", async (c) => {
    const { sessionId, actor } = requireSession(c);
    const user = await accounts.profile(actor.id);
    await prolongCookie(c, sessionId);
    return c.json(user);
  });

  routes.put("/api/me", async (c) => {
    const { sessionId, actor } = requireSession(c);
    const change = await parseBody(c, updateMeBody);
    if (change.password !== undefined) await limits.passwordCheck.take(callerOf(c));
    return c.json(await accounts.update(actor.id, change, { sessionId, device: cookies.readDevice(c) }));
  });

  routes.delete("/api/me", async (c) => {
    const actor = requireUser(c);
    const { password } = await parseBody(c, deleteMeBody);
    await limits.passwordCheck.take(callerOf(c));
    await accounts.remove(actor.id, password);
    cookies.clearSession(c);
    return c.body(null, 204);
  });

  routes.get("/api/me/status", async (c) => c.json(await accounts.status(requireUser(c).id)));

  routes.get("/api/me/export", async (c) => {
    const actor = requireUser(c);
    await limits.accountExport.take(callerOf(c));
    c.header("Content-Disposition", 'attachment; filename="vetura-llogaria.json"');
    return c.json(await exportAccount(db, actor.id, photoUrl));
  });

  routes.get("/api/me/sessions", async (c) => c.json(await sessions.list(requireSession(c))));

  routes.delete("/api/me/sessions", async (c) => {
    await sessions.endOthers(requireSession(c));
    return c.body(null, 204);
  });

  routes.delete("/api/me/sessions/:id", async (c) => {
    const { sessionId, actor } = requireSession(c);
    const id = idParam(c, "not_found");
    await sessions.endOne(actor.id, id);
    if (id === sessionId) cookies.clearSession(c);
    return c.body(null, 204);
  });

  routes.post("/api/verify-email", ownSite, async (c) => {
    await limits.emailVerification.take(callerOf(c));
    const { token } = await parseBody(c, verifyEmailBody);
    await emailVerification.verify(token);
    return c.body(null, 204);
  });

  routes.post("/api/verify-email/resend", async (c) => {
    const actor = requireUser(c);
    await limits.emailVerification.take(callerOf(c));
    await emailVerification.resend(actor.id);
    return c.body(null, 204);
  });

  routes.post("/api/password/forgot", ownSite, async (c) => {
    await limits.passwordForgot.take(callerOf(c));
    const { email } = await parseBody(c, forgotPasswordBody);
    await passwordResets.request(email);
    return c.body(null, 204);
  });

  routes.post("/api/password/reset", ownSite, async (c) => {
    await limits.passwordReset.take(callerOf(c));
    const { token, password } = await parseBody(c, resetPasswordBody);
    const { device } = await passwordResets.reset(token, password, browserOf(c));
    cookies.setDevice(c, device);
    return c.body(null, 204);
  });

  return routes;
}
