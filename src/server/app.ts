import { joinNames } from "#contract/join-names.ts";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { accountRemovalRoutes } from "./people/account-removal/account-removal.routes.ts";
import { accountsRoutes } from "./people/accounts/accounts.routes.ts";
import { authenticate } from "./people/accounts/sessions.ts";
import { totpState } from "./people/accounts/totp.commands.ts";
import { totpRoutes } from "./people/accounts/totp.routes.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import { alertsRoutes, mountUnsubscribeLink } from "./market/alerts/alerts.routes.ts";
import { carsRoutes } from "./market/cars/cars.routes.ts";
import { catalogueRoutes } from "./market/catalogue/catalogue.routes.ts";
import { carVinsRoutes } from "./market/cars/car-vins.routes.ts";
import { confirmationsRoutes } from "./market/confirmations/confirmations.routes.ts";
import { favouritesRoutes } from "./market/favourites/favourites.routes.ts";
import { dealersRoutes } from "./dealers/dealers.routes.ts";
import { sellersRoutes } from "./dealers/sellers.routes.ts";
import { dealerKeysRoutes } from "./dealers/keys/dealer-keys.routes.ts";
import { authenticateKey } from "./dealers/keys/dealer-keys.commands.ts";
import { docsRoutes } from "./http/api-docs/docs.routes.ts";
import { feedFiles, feedsRoutes } from "./dealers/feeds/feeds.routes.ts";
import { identifyVisitor } from "./http/address.ts";
import { AppError } from "./http/app-error.ts";
import { isWrite } from "./http/cross-site.ts";
import { errorResponse, toAppError, unforeseenResponse } from "./http/errors.ts";
import { cancelBodyOfHead, personalAnswersStayPrivate, securityHeaders } from "./http/headers.ts";
import { noteAccount } from "./http/request-notes.ts";
import { monitoringBy } from "./http/monitoring-token.ts";
import { mountRoutes } from "./http/route.ts";
import { sessionMiddleware } from "./http/session-middleware.ts";
import { countBodies } from "./http/receive-body.ts";
import type { AppEnv } from "./http/session.ts";
import { invoicesRoutes } from "./money/invoices/invoices.routes.ts";
import { ogRoutes } from "./market/og/og.routes.ts";
import { priceMovesRoutes } from "./money/billing/price-moves.routes.ts";
import { paymentsRoutes } from "./money/billing/payments.routes.ts";
import { mountPhotoFiles, photosRoutes } from "./market/photos/photos.routes.ts";
import { pricesRoutes } from "./market/prices/prices.routes.ts";
import { reportsRoutes } from "./market/reports/reports.routes.ts";
import { searchRoutes } from "./market/search/search.routes.ts";
import { tariffsRoutes } from "./market/tariffs/tariffs.routes.ts";
import { stockFeedsRoutes } from "./dealers/stock-feeds/stock-feeds.routes.ts";
import type { Services } from "./services.ts";
import { reviewRoutes } from "./admin/review/review.routes.ts";
import { settingsRoutes } from "./platform/settings/settings.routes.ts";
import { bulkEditRoutes } from "./dealers/stock/bulk-edit.routes.ts";
import { importsRoutes } from "./dealers/stock/imports.routes.ts";
import { ownCarsRoutes } from "./market/statistics/own-cars.routes.ts";
import { statisticsRoutes } from "./market/statistics/statistics.routes.ts";

/**
 * By default an answer may be stored but must be revalidated. Errors are not stored, and a write's answer is
 * private, signed in or not: people returning from the card page call with the session's id.
 */
const cautiousCaching = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (status >= 400) headers.set("Cache-Control", "no-store");
  else if (!headers.has("cache-control"))
    headers.set("Cache-Control", isWrite(c) ? "private, no-store" : "no-cache");
  headers.append("Vary", "Cookie, Authorization");
});

/** An undecodable path is refused here, once for all routes. */
const readablePath = createMiddleware<AppEnv>(async (c, next) => {
  try {
    decodeURIComponent(c.req.path);
  } catch (error) {
    throw new AppError("malformed", { cause: error });
  }
  await next();
});

function causeOf({ options }: AppError): string {
  return options.cause instanceof Error ? options.cause.message : "unknown";
}

/** The API and the photos as one application. A missing endpoint of the contract does not compile. */
export function createApp(services: Services): Hono<AppEnv> {
  const { ctx, config, photos, statistics } = services;
  const { publicUrl } = config.site;
  const app = new Hono<AppEnv>();

  app.use(identifyVisitor(config.http.trustedProxies));
  app.use(noteAccount());
  app.use(securityHeaders());
  app.use(cancelBodyOfHead());
  app.use(readablePath);
  // Photos are public and requested by the dozen: no session is looked up.
  app.use("/api/*", personalAnswersStayPrivate());
  app.use("/api/*", cautiousCaching);
  app.use(
    "/api/*",
    sessionMiddleware({
      cookies: services.cookies,
      authenticate: (sent) => authenticate(ctx, sent),
      authenticateKey: (key) => authenticateKey(ctx, key),
      publicUrl,
    }),
  );
  app.use("/api/*", countBodies(services.bodies));

  mountRoutes(
    app,
    joinNames(
      "routes",
      accountsRoutes(ctx, services.cookies),
      accountRemovalRoutes(ctx, services.cookies),
      totpRoutes(ctx),
      photosRoutes(services),
      catalogueRoutes(ctx),
      searchRoutes(ctx, statistics.shown),
      alertsRoutes(ctx, services.alerts),
      favouritesRoutes({ ...services, shown: statistics.shown }),
      carsRoutes(ctx, statistics.shown),
      ownCarsRoutes(ctx),
      carVinsRoutes(ctx),
      confirmationsRoutes(ctx),
      paymentsRoutes(ctx),
      invoicesRoutes(services),
      pricesRoutes(ctx),
      tariffsRoutes(ctx),
      dealersRoutes(ctx),
      dealerKeysRoutes(ctx),
      sellersRoutes(ctx),
      feedsRoutes(ctx),
      stockFeedsRoutes(ctx),
      bulkEditRoutes(ctx),
      importsRoutes(ctx),
      reportsRoutes(ctx),
      settingsRoutes(ctx, services.settings),
      priceMovesRoutes(ctx),
      statisticsRoutes(ctx, statistics.shown),
      adminRoutes(services.admin),
      reviewRoutes(ctx),
    ),
    {
      publicUrl,
      requireTotp: async ({ id }) => {
        if (config.adminTotpRequired && !(await totpState(ctx, id)).enabled)
          throw new AppError("totp_required");
      },
      isMonitoring: monitoringBy(config.monitoringToken),
      checkAnswers: config.environment !== "production",
    },
  );
  mountUnsubscribeLink(app);
  mountPhotoFiles(app, photos);
  app.route("/", ogRoutes(ctx, services.og));
  app.route("/", feedFiles(ctx, services.feeds));
  app.route("/", docsRoutes(config));

  app.notFound((c) => errorResponse(c, new AppError("not_found")));
  app.onError((error, c) => {
    const known = toAppError(error);
    if (known === null) {
      services.log.error("request.failed", error, {
        id: c.get("requestId"),
        method: c.req.method,
        path: c.req.path.slice(0, 200),
      });
      return unforeseenResponse(c);
    }
    if (
      known.options.cause !== undefined &&
      (known.code === "database_away" || known.code === "overloaded")
    ) {
      services.log.warn("request.turned_away", {
        id: c.get("requestId"),
        code: known.code,
        cause: causeOf(known),
      });
    }
    return errorResponse(c, known);
  });
  return app;
}
