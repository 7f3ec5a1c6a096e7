import type { ReactNode } from "react";
import { formatDollars } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { footerMessages as text } from "#domain/messages/footer.ts";
import type { SiteConfig } from "#web/lib/site.ts";

/**
 * Blurb, prices, contact, social networks, year (specification.md#navigation).
 * `ServerFooter` handles its clicks.
 */
export function Footer({ site, year }: { site: SiteConfig; year: number }) {
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="page grid grid-cols-1 gap-x-12 gap-y-10 py-12 md:grid-cols-2 lg:grid-cols-[1.2fr_1.6fr_1fr]">
        <div>
          <p className="text-xl font-bold tracking-tight">{site.name}</p>
          <p className="mt-3 max-w-sm text-ink-soft">{text.blurb(site.name)}</p>
        </div>
        <section aria-labelledby="footer-pricing">
          <h2 id="footer-pricing" className="text-base">
            {text.pricing}
          </h2>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <PriceCard
              to="/add-car"
              name={text.individual}
              price={text.individualPrice}
              note={text.individualNote(formatDollars(site.fees.listing))}
            />
            <PriceCard
              to="/autosallon-signup"
              name={text.dealer}
              price={text.dealerPrice(formatDollars(site.fees.subscription))}
              note={text.dealerNote}
            />
          </div>
        </section>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="text-base">
            {text.contact}
          </h2>
          <ul className="mt-2 list-none">
            <li>
              <a href={`mailto:${site.contactEmail}`} className="footer-link">
                {site.contactEmail}
              </a>
            </li>
            {site.contactPhone !== "" && (
              <li>
                <a href={`tel:${site.contactPhone}`} className="footer-link">
                  {formatPhone(site.contactPhone)}
                </a>
              </li>
            )}
            <li className="flex min-h-11 items-center text-ink-soft">{text.location}</li>
          </ul>
          <ul className="mt-2 flex list-none flex-wrap gap-2" aria-label={text.follow}>
            <Network href={site.facebookUrl} name="Facebook">
              <path
                d="M14 9h3l.5-3.5H14V3.8c0-1 .4-1.8 1.9-1.8H18V-.9A22 22 0 0 0 15.300-1C12.500-1 10.500.7 10.500 3.400V5.500H7V9h3.500v12H14V9Z"
                transform="translate(0 2)"
              />
            </Network>
            <Network href={site.instagramUrl} name="Instagram">
              <path
                fillRule="evenodd"
                d="M8 2h8a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Zm0 2a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h8a4 4 0 0 0 4-4V8a4 4 0 0 0-4-4H8Zm4 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.300-3.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z"
              />
            </Network>
            <Network href={site.tiktokUrl} name="TikTok">
              <path d="M13 2h3.200a5 5 0 0 0 4.800 4.600v3.300a8.200 8.200 0 0 1-4.800-1.600V15.500A6.500 6.500 0 1 1 9.700 9v3.400a3.100 3.100 0 1 0 3.300 3.100V2Z" />
            </Network>
          </ul>
        </section>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-ink-faint">
          <p className="py-2">{text.rights(year, site.name)}</p>
          <ul className="flex list-none flex-wrap gap-x-6">
            {[
              { to: "/vlera", label: text.value },
              { to: "/dogana", label: text.costs },
              { to: "/terms", label: text.terms },
              { to: "/privacy", label: text.privacy },
              { to: "/imprint", label: text.imprint },
            ].map(({ to, label }) => (
              <li key={to}>
                <a href={to} className="footer-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function PriceCard({ to, name, price, note }: { to: string; name: string; price: string; note: string }) {
  return (
    <a
      href={to}
      className="block rounded-lg border border-line bg-paper p-5 text-ink no-underline transition-colors hover:border-blue"
    >
      <span className="block text-sm text-ink-soft">{name}</span>
      <span className="mt-1 block text-lg font-semibold">{price}</span>
      <span className="mt-1 block text-sm text-ink-soft">{note}</span>
    </a>
  );
}

function Network({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  if (href === "") return null;
  return (
    <li>
      <a
        href={href}
        aria-label={name}
        rel="noopener noreferrer"
        target="_blank"
        className="flex size-11 items-center justify-center rounded-full border border-line bg-paper text-ink-soft hover:text-blue-text"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-5">
          {children}
        </svg>
      </a>
    </li>
  );
}
