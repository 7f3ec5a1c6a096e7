import { formatPhone } from "#domain/format/format-phone.ts";
import { imprintMessages as text } from "#domain/messages/imprint.ts";
import { legalMessages } from "#domain/messages/legal.ts";
import type { Company } from "#domain/settings/settings.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { SeeAlso } from "./legal-page.tsx";

const link = "font-medium text-blue-text underline decoration-1 underline-offset-4 hover:decoration-2";

function orNotSet(value: string): string {
  return value === "" ? text.notSet : value;
}

/** The site's operator, from the settings, then the operator's own text or the built-in one. */
export function ImprintPage({
  site,
  company,
  html,
}: {
  site: SiteConfig;
  company: Company;
  html: string | null;
}) {
  const rows = [
    { name: text.operator, value: company.name },
    { name: text.address, value: company.address },
    { name: text.businessNumber, value: orNotSet(company.businessNumber) },
    { name: text.fiscalNumber, value: orNotSet(company.fiscalNumber) },
    { name: text.vatNumber, value: company.vatNumber ?? text.noVat },
    {
      name: text.email,
      value: (
        <a href={`mailto:${site.contactEmail}`} className={link}>
          {site.contactEmail}
        </a>
      ),
    },
    {
      name: text.phone,
      value: (
        <a href={`tel:${site.contactPhone.replaceAll(/[^+\d]/g, "")}`} className={link}>
          {formatPhone(site.contactPhone)}
        </a>
      ),
    },
  ];
  return (
    <div className="page max-w-3xl py-8 wrap-anywhere md:py-12">
      <h1 className="text-3xl md:text-4xl">{text.title}</h1>
      <p className="mt-4 text-lg text-ink-soft">{text.lead(site.name)}</p>
      <dl className="mt-6 border-t border-line tabular-nums">
        {rows.map(({ name, value }) => (
          <div key={name} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[12rem_1fr]">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {html === null ? (
        <p className="mt-6 leading-7">{text.contents(site.name)}</p>
      ) : (
        <div className="written mt-6" dangerouslySetInnerHTML={{ __html: html }} />
      )}
      <p className="mt-12 border-t border-line pt-6">
        <SeeAlso
          links={[
            { to: "/terms", label: legalMessages.termsName },
            { to: "/privacy", label: legalMessages.privacyName },
          ]}
        />
      </p>
    </div>
  );
}
