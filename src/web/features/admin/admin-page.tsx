import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { accountMessages } from "#domain/messages/account.ts";
import { adminPageMessages as text } from "#domain/messages/admin-pages.ts";
import { AreaFrame } from "#web/components/area-nav.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { PaymentScreen } from "#web/features/admin/money/payment-screen.tsx";
import { useStats } from "#web/features/admin/parts/use-admin.ts";
import { AccountScreen } from "#web/features/admin/people/account-screen.tsx";
import { TariffScreen } from "#web/features/admin/tariffs/tariff-screen.tsx";
import { contents, readSection, type Section, sectionGroups, waitingIn } from "./section-table.tsx";
import { adminHeadingId, sectionAddress } from "./sections.ts";

/** The screen of the account, payment or tariff that the address names; null for a list. */
function recordScreen(section: Section, params: URLSearchParams): ReactNode {
  const [user, payment, tariff] = ["user", "payment", "tariff"].map((name) => params.get(name));
  if (section === "users" && user) return <AccountScreen key={user} id={user} />;
  if (section === "payments" && payment) return <PaymentScreen key={payment} id={payment} />;
  return section === "tariffs" && tariff ? <TariffScreen key={tariff} id={tariff} /> : null;
}

const heading = (
  <>
    <p className="text-sm font-medium text-ink-soft">{text.eyebrow}</p>
    <h1 id={adminHeadingId} className="text-2xl tiny:text-xl md:text-3xl">
      {text.title}
    </h1>
  </>
);

/** /admin for an admin (specification.md#admin); the address says which section and what in it. */
export function AdminPage() {
  const [params] = useSearchParams();
  const stats = useStats();
  // ADMIN_TOTP_REQUIRED: every call of this page is refused until there is a second factor.
  if (stats.error instanceof ApiError && stats.error.code === "totp_required")
    return (
      <div className="page py-6 md:py-10">
        {heading}
        <div role="alert" className="mt-6 max-w-xl rounded-lg bg-surface p-4 sm:p-6">
          <p>{accountMessages.totpRequired}</p>
          <ButtonLink to="/profile/security" className="mt-4">
            {text.toProfile}
          </ButtonLink>
        </div>
      </div>
    );
  const section = readSection(params);
  const Content = contents[section];
  return (
    <AreaFrame label={text.tabs.label} groups={sectionGroups(stats.data)} current={sectionAddress(section)}>
      {heading}
      <div className="@container mt-5">
        {/* A new `key` resets the section: nothing ticked or open remains from the previous one. */}
        {recordScreen(section, params) ??
          (Content && <Content key={section} waiting={waitingIn(stats.data)} />)}
      </div>
    </AreaFrame>
  );
}
