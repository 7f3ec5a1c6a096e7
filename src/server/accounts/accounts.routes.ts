import type { accountEndpoints } from "#contract/accounts.ts";
import { accountMessages } from "#domain/messages/account.ts";
import type { Context } from "#server/context.ts";
import type { Cookies } from "#server/http/credentials.ts";
import { callerOf } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import type { AccountsService, SignedIn } from "./accounts.service.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { resendVerification, verifyEmail } from "./email-verification.ts";
import { exportAccount } from "./export-account.ts";
import { requestPasswordReset, resetPassword } from "./password-resets.ts";
import { secondsLeft } from "./sessions.queries.ts";
import type { SessionsService } from "./sessions.service.ts";

export interface AccountsRoutesDeps {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly cookies: Cookies;
}

/** The contract's accountEndpoints. */
export function accountsRoutes(
  ctx: Context,
  { accounts, sessions, cookies }: AccountsRoutesDeps,
): Routes<keyof typeof accountEndpoints> {
  const { db, limits, photos } = ctx;

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

  return {
    "POST /api/register": {
      limit: limits.registration,
      handle: async ({ c, body }) => {
        const signedIn = await accounts.register(body, browserOf(c));
        handOver(c, signedIn);
        const warning = isCommonPassword(body.password)
          ? { passwordWarning: accountMessages.registeredWithCommonPassword }
          : {};
        return { token: signedIn.opened.token, user: signedIn.user, ...warning };
      },
    },

    "POST /api/login": async ({ c, body }) => {
      const signedIn = await accounts.login(body, browserOf(c));
      handOver(c, signedIn);
      return { token: signedIn.opened.token, user: signedIn.user };
    },

    "POST /api/logout": async ({ c }) => {
      await sessions.end(cookies.read(c));
      cookies.clearSession(c);
    },

    "POST /api/refresh-token": async ({ c }) => {
      const { token, session } = await sessions.refresh(cookies.read(c), ({ actor }) =>
        limits.tokenRefresh.take({ ...callerOf(c), accountId: actor.id }),
      );
      await prolongCookie(c, session.sessionId);
      return { token };
    },

    "GET /api/me": async ({ c, session }) => {
      const user = await accounts.profile(session.actor.id);
      await prolongCookie(c, session.sessionId);
      return user;
    },

    "PUT /api/me": async ({ c, actor, session, body }) => {
      if (body.password !== undefined) await limits.passwordCheck.take(callerOf(c));
      const { sessionId } = session;
      return accounts.update(actor.id, body, { sessionId, device: cookies.readDevice(c) });
    },

    "DELETE /api/me": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      await accounts.remove(actor.id, body.password);
      cookies.clearSession(c);
    },

    "GET /api/me/status": ({ actor }) => accounts.status(actor.id),

    "GET /api/me/export": {
      limit: limits.accountExport,
      handle: ({ c, actor }) => {
        c.header("Content-Disposition", 'attachment; filename="vetura-llogaria.json"');
        return exportAccount(db, actor.id, (id) => photos.url(id));
      },
    },

    "GET /api/me/sessions": ({ session }) => sessions.list(session),

    "DELETE /api/me/sessions": ({ session }) => sessions.endOthers(session),

    "DELETE /api/me/sessions/{id}": async ({ c, actor, session, params: { id } }) => {
      await sessions.endOne(actor.id, id);
      if (id === session.sessionId) cookies.clearSession(c);
    },

    "POST /api/verify-email": {
      limit: limits.emailVerification,
      handle: ({ body }) => verifyEmail(ctx, body.token),
    },

    "POST /api/verify-email/resend": {
      limit: limits.emailVerification,
      handle: ({ actor }) => resendVerification(ctx, actor.id),
    },

    "POST /api/password/forgot": {
      limit: limits.passwordForgot,
      handle: ({ body }) => requestPasswordReset(ctx, body.email),
    },

    "POST /api/password/reset": {
      limit: limits.passwordReset,
      handle: async ({ c, body }) => {
        const { device } = await resetPassword(ctx, body.token, body.password, browserOf(c));
        cookies.setDevice(c, device);
      },
    },
  };
}
