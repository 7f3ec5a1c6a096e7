import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { formatNumber } from "#domain/format/format.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { type Tab, Tabs } from "#web/components/tabs.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { AccountScreen } from "./account-screen.tsx";
import { AuditSection } from "./audit-section.tsx";
import { CarsSection } from "./cars-section.tsx";
import { CouponsSection } from "./coupons-section.tsx";
import { HealthSection } from "./health-section.tsx";
import { InvoicesSection } from "./invoices-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { OverviewSection } from "./overview-section.tsx";
import { PaymentScreen } from "./payment-screen.tsx";
import { PaymentsSection } from "./payments-section.tsx";
import { ReportsSection } from "./reports-section.tsx";
import { ReviewSection } from "./review-section.tsx";
import { readSection, type Section, sectionAddress } from "./sections.ts";
import { SettingsSection } from "./settings-section.tsx";
import { SocialSection } from "./social-section.tsx";
import { TariffScreen } from "./tariff-screen.tsx";
import { TariffsSection } from "./tariffs-section.tsx";
import { useStats } from "./use-admin.ts";
import { UsersSection } from "./users-section.tsx";
import { VerificationsSection } from "./verifications-section.tsx";

const text = adminPageMessages;

const contents: Record<Section, () => ReactNode> = {
  overview: OverviewSection,
  users: UsersSection,
  cars: CarsSection,
  payments: PaymentsSection,
  coupons: CouponsSection,
  invoices: InvoicesSection,
  reports: ReportsSection,
  review: ReviewSection,
  verifications: VerificationsSection,
  social: SocialSection,
  models: ModelsSection,
  tariffs: TariffsSection,
  audit: AuditSection,
  health: HealthSection,
  settings: SettingsSection,
};

function count(value: number | undefined): string {
  return value === undefined ? "…" : formatNumber(value);
}

/** A queue says how much waits in it, and nothing where nothing does. */
function queue(value: number | undefined): { count?: number } {
  return value === undefined || value === 0 ? {} : { count: value };
}

/** The screen of the one account, payment or tariff that an address names; null for a list. */
function oneOf(section: Section, params: URLSearchParams): ReactNode {
  const [user, payment, tariff] = ["user", "payment", "tariff"].map((name) => params.get(name));
  if (section === "users" && user) return <AccountScreen key={user} id={user} />;
  if (section === "payments" && payment) return <PaymentScreen key={payment} id={payment} />;
  return section === "tariffs" && tariff ? <TariffScreen key={tariff} id={tariff} /> : null;
}

/** /admin for an admin (specification.md#admin); which tab and what in it, stands in the address. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const stats = useStats();
  // ADMIN_TOTP_REQUIRED: every call of this page is refused until there is a second factor.
  const mustSetUp = stats.error instanceof ApiError && stats.error.code === "totp_required";
  const section = readSection(params);
  const waiting = stats.data?.waiting;
  const tabs: Tab<Section>[] = [
    { value: "overview", label: text.tabs.overview },
    { value: "users", label: text.tabs.users(count(stats.data?.totalUsers)) },
    { value: "cars", label: text.tabs.cars(count(stats.data?.totalCars)) },
    { value: "payments", label: text.tabs.payments },
    { value: "coupons", label: text.tabs.coupons },
    { value: "invoices", label: text.tabs.invoices },
    { value: "reports", label: text.tabs.reports, ...queue(waiting?.reports) },
    { value: "review", label: text.tabs.review, ...queue(waiting?.reviews) },
    { value: "verifications", label: text.tabs.verifications, ...queue(waiting?.verifications) },
    { value: "social", label: text.tabs.social, ...queue(waiting?.posts) },
    {
      value: "models",
      label: text.tabs.models,
      ...queue(waiting === undefined ? undefined : waiting.models + waiting.codes),
    },
    { value: "tariffs", label: text.tabs.tariffs },
    { value: "audit", label: text.tabs.audit },
    { value: "health", label: text.tabs.health },
    { value: "settings", label: text.tabs.settings },
  ];
  const Content = contents[section];
  const one = oneOf(section, params);
  return (
    <div className="page py-6 md:py-10">
      <p className="text-sm font-medium text-ink-soft">{text.eyebrow}</p>
      <h1 className="text-2xl md:text-3xl">{text.title}</h1>
      {mustSetUp ? (
        <div role="alert" className="mt-6 max-w-xl rounded-lg bg-surface p-4 sm:p-6">
          <p>{accountMessages.totpRequired}</p>
          <ButtonLink to="/profile" className="mt-4">
            {text.toProfile}
          </ButtonLink>
        </div>
      ) : (
        <Tabs
          label={text.tabs.label}
          tabs={tabs}
          value={section}
          onChange={(next) => void navigate(sectionAddress(next), { preventScrollReset: true })}
          dense
          className="mt-4"
        >
          {/* Another tab begins anew: nothing ticked or open of the last one's stays. */}
          {one ?? <Content key={section} />}
        </Tabs>
      )}
    </div>
  );
}
