import { deviceName } from "#domain/messages/account.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { exportAlerts } from "#server/market/alerts/export-alerts.queries.ts";
import { loadOwnCars } from "#server/market/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/market/cars/present-car.ts";
import type { Context } from "#server/context.ts";
import { exportVins, shownForm } from "#server/market/vin/export-vins.ts";
import { AppError } from "#server/http/app-error.ts";
import { findUser } from "./accounts.queries.ts";
import { loadStoredRows } from "./export-account.queries.ts";
import { exportHistory } from "./export-history.queries.ts";
import { presentUser } from "./present-user.ts";

const pageSize = 500;

/** All stored data of an account, for its owner. Hashes of secrets are excluded. */
export async function exportAccount(
  ctx: Pick<Context, "db" | "secretBox">,
  userId: string,
  photoUrl: PhotoUrl,
): Promise<Record<string, unknown>> {
  const { db } = ctx;
  const user = await findUser(db, userId);
  if (user === null) throw new AppError("not_signed_in");

  const cars: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await loadOwnCars(db, userId, ["active", "sold", "archived"], {
      page,
      limit: pageSize,
    });
    cars.push(
      ...rows.map((row) =>
        presentCar(row, { id: userId, isAdmin: false, isDealer: user.isDealer }, photoUrl),
      ),
    );
    if (rows.length === 0 || cars.length >= total) break;
  }

  const stored = await loadStoredRows(db, userId);
  const { dealer, secondFactor, stockFeed } = stored;
  return {
    account: presentUser(user),
    cars,
    photos: stored.photos.map((photo) => ({
      url: photoUrl(photo.id),
      width: photo.width,
      height: photo.height,
      uploadedAt: photo.created_at.toISOString(),
      fingerprint: photo.hashes?.toString("base64") ?? null,
    })),
    dealer:
      dealer === undefined
        ? null
        : {
            businessName: dealer.business_name,
            businessAddress: dealer.business_address,
            town: dealer.town,
            taxNumber: dealer.tax_number,
            website: dealer.website,
            businessType: dealer.business_type,
            createdAt: dealer.created_at.toISOString(),
          },
    dealerPage: stored.dealerPage ?? null,
    feeds: {
      outwardSince: stored.outwardFeeds?.since.toISOString() ?? null,
      stock:
        stockFeed === undefined
          ? null
          : {
              url: stockFeed.url,
              everyHours: stockFeed.every_hours,
              archiveMissing: stockFeed.archive_missing,
              createdAt: stockFeed.created_at.toISOString(),
            },
    },
    dealerKeys: stored.dealerKeys.map(({ name, scopes, created_at, last_used }) => ({
      name,
      scopes,
      createdAt: created_at.toISOString(),
      lastUsedOn: last_used,
    })),
    verifications: stored.verifications.map((one) => ({
      taxNumber: one.tax_number,
      hasDocument: one.has_document,
      state: one.state,
      askedAt: one.asked_at.toISOString(),
      decidedAt: one.decided_at?.toISOString() ?? null,
      reason: one.reason,
    })),
    subscriptions: stored.subscriptions.map((subscription) => ({
      id: subscription.stripe_subscription_id,
      status: subscription.status,
      amount: centsToDollars(subscription.amount_cents),
      currency: subscription.currency,
      currentPeriodStart: subscription.current_period_start?.toISOString() ?? null,
      currentPeriodEnd: subscription.current_period_end?.toISOString() ?? null,
      canceledAt: subscription.canceled_at?.toISOString() ?? null,
      endedAt: subscription.ended_at?.toISOString() ?? null,
      createdAt: subscription.created_at.toISOString(),
    })),
    payments: stored.payments.map((payment) => ({
      id: payment.id,
      kind: payment.kind,
      amount: centsToDollars(payment.amount_cents),
      currency: payment.currency,
      method: payment.method,
      document: payment.document,
      status: payment.status,
      sponsorshipDays: payment.sponsorship_days,
      socialPromotion: payment.social_promotion,
      carId: payment.car_id,
      // Several at once.
      cars: payment.cars,
      createdAt: payment.created_at.toISOString(),
      paidAt: payment.paid_at?.toISOString() ?? null,
      refundedAt: payment.refunded_at?.toISOString() ?? null,
      refunded: centsToDollars(payment.refunded_cents),
      // The form that waits for its payment.
      car: shownForm(ctx, userId, payment.car_data),
      business: payment.dealer_data,
    })),
    dealerMonths: stored.dealerMonths.map((months) => ({
      paymentId: months.payment_id,
      from: months.starts_at.toISOString(),
      until: (months.ended_at ?? months.ends_at).toISOString(),
    })),
    coupons: stored.coupons.map((coupon) => ({
      code: coupon.code,
      percent: coupon.percent,
      amount: coupon.amount_cents === null ? null : centsToDollars(coupon.amount_cents),
      validUntil: coupon.valid_until?.toISOString() ?? null,
      createdAt: coupon.created_at.toISOString(),
    })),
    couponUses: stored.couponUses.map((use) => ({
      code: use.code,
      paymentId: use.payment_id,
      discount: centsToDollars(use.discount_cents),
      usedAt: use.used_at.toISOString(),
      returnedAt: use.returned_at?.toISOString() ?? null,
    })),
    invoices: stored.invoices.map((invoice) => ({
      number: invoice.number,
      isCreditNote: invoice.is_credit_note,
      day: invoice.day,
      issuedAt: invoice.issued_at.toISOString(),
      amount: centsToDollars(invoice.gross_cents),
      vat: centsToDollars(invoice.vat_cents),
      currency: invoice.currency,
      buyer: invoice.buyer,
      contents: invoice.facts,
    })),
    modelSuggestions: stored.suggestions.map((suggestion) => ({
      brand: suggestion.brand,
      model: suggestion.name,
      approved: suggestion.approved,
      createdAt: suggestion.created_at.toISOString(),
    })),
    reports: stored.reports.map((report) => ({
      car: report.car_name,
      reason: report.reason,
      text: report.text,
      email: report.email,
      state: report.state,
      createdAt: report.created_at.toISOString(),
      decidedAt: report.decided_at?.toISOString() ?? null,
    })),
    ...(await exportVins(ctx, userId)),
    ...(await exportHistory(db, userId)),
    ...(await exportAlerts(db, userId)),
    favourites: stored.favourites.map(({ car_id, price, created_at }) => ({
      carId: car_id,
      price,
      since: created_at.toISOString(),
    })),
    sessions: stored.sessions.map(({ browser, system, created_at, last_used_at }) => ({
      device: deviceName({ browser, system }),
      openedAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
    })),
    secondFactor:
      secondFactor === undefined
        ? null
        : {
            begunAt: secondFactor.created_at.toISOString(),
            confirmedAt: secondFactor.confirmed_at?.toISOString() ?? null,
            recoveryCodes: stored.recoveryCodes.map(({ created_at, used_at }) => ({
              createdAt: created_at.toISOString(),
              usedAt: used_at?.toISOString() ?? null,
            })),
          },
    knownDevices: stored.devices.map(({ created_at, last_used_at }) => ({
      since: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
    })),
  };
}
