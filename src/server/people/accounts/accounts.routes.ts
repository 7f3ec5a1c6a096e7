import type { accountEndpoints } from "#contract/accounts.ts";
import { accountMessages } from "#domain/messages/account.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Cookies } from "#server/http/credentials.ts";
import { callerOf } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import {
  accountStatus,
  login,
  readProfile,
  register,
  type SignedIn,
  updateAccount,
} from "./accounts.commands.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { resendVerification, verifyEmail } from "./email-verification.commands.ts";
import { exportAccount } from "./export-account.queries.ts";
import { requestPasswordReset, resetPassword } from "./password-resets.commands.ts";
import { endOtherSessions, endSessionOf, secondsLeft } from "./sessions.queries.ts";
import { endSessions, refreshToken, viewSessions } from "./sessions.ts";

/** The contract's accountEndpoints; deletion is in account-removal/. */
export function accountsRoutes(
  ctx: Context,
  cookies: Cookies,
): Routes<Exclude<keyof typeof accountEndpoints, "DELETE /api/me">> {
  const { db, limits } = ctx;

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

  /** The browser's cookie expires 30 days after we last set it: renew it while it is in use. */
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
        const signedIn = await register(ctx, body, browserOf(c));
        handOver(c, signedIn);
        const warning = isCommonPassword(body.password)
          ? { passwordWarning: accountMessages.registeredWithCommonPassword }
          : {};
        return { token: signedIn.opened.token, user: signedIn.user, ...warning };
      },
    },

    "POST /api/login": async ({ c, body }) => {
      const signedIn = await login(ctx, body, browserOf(c));
      handOver(c, signedIn);
      return { token: signedIn.opened.token, user: signedIn.user };
    },

    "POST /api/logout": async ({ c }) => {
      await endSessions(ctx, cookies.read(c));
      cookies.clearSession(c);
    },

    "POST /api/refresh-token": async ({ c }) => {
      const { token, session } = await refreshToken(ctx, cookies.read(c), ({ actor }) =>
        limits.tokenRefresh.take({ ...callerOf(c), accountId: actor.id }),
      );
      await prolongCookie(c, session.sessionId);
      return { token };
    },

    "GET /api/me": async ({ c, session }) => {
      const user = await readProfile(ctx, session.actor.id);
      await prolongCookie(c, session.sessionId);
      return user;
    },

    "PUT /api/me": async ({ c, actor, session, body }) => {
      if (body.password !== undefined) await limits.passwordCheck.take(callerOf(c));
      const { sessionId } = session;
      return updateAccount(ctx, actor.id, body, { sessionId, device: cookies.readDevice(c) });
    },

    "GET /api/me/status": ({ actor }) => accountStatus(ctx, actor.id),

    "GET /api/me/export": {
      limit: limits.accountExport,
      handle: ({ c, actor }) => {
        c.header("Content-Disposition", 'attachment; filename="vetura-llogaria.json"');
        return exportAccount(ctx, actor.id);
      },
    },

    "GET /api/me/sessions": ({ session }) => viewSessions(ctx, session),

    "DELETE /api/me/sessions": ({ actor, session }) => endOtherSessions(db, actor.id, session.sessionId),

    "DELETE /api/me/sessions/{id}": async ({ c, actor, session, params: { id } }) => {
      if (!(await endSessionOf(db, actor.id, id))) throw new AppError("not_found");
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
