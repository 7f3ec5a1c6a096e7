import { Fragment } from "react";
import { formatDate } from "#domain/format/format.ts";
import { legalMessages } from "#domain/messages/legal.ts";
import { TextLink } from "#web/components/text-link.tsx";
import type { LegalText } from "./legal-text.server.ts";

/** The effective date: the later of the product's and the operator's last change. */
function since(changedAt: string | null): string {
  const { builtInSince } = legalMessages;
  return legalMessages.validFrom(
    formatDate(changedAt !== null && changedAt > builtInSince ? changedAt : builtInSince),
  );
}

export function SeeAlso({ links }: { links: readonly { to: string; label: string }[] }) {
  return (
    <>
      {legalMessages.seeAlso}{" "}
      {links.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && ", "}
          <TextLink to={to}>{label}</TextLink>
        </Fragment>
      ))}
    </>
  );
}

/**
 * The operator's own text, whose Markdown the server rendered without raw HTML or scripts, or the built-in one with
 * its table of contents: beside it on wide screens, above it on phones.
 */
export function LegalPage({
  title,
  text,
  changedAt,
  others,
}: {
  title: string;
  text: LegalText | { html: string };
  changedAt: string | null;
  others: readonly { to: string; label: string }[];
}) {
  if ("html" in text)
    return (
      <div className="page max-w-3xl py-8 wrap-anywhere md:py-12">
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {changedAt !== null && (
          <p className="mt-2 text-sm text-ink-faint tabular-nums">
            {legalMessages.validFrom(formatDate(changedAt))}
          </p>
        )}
        <div className="written mt-6" dangerouslySetInnerHTML={{ __html: text.html }} />
        <p className="mt-12 border-t border-line pt-6">
          <SeeAlso links={others} />
        </p>
      </div>
    );
  return (
    <div className="page grid grid-cols-1 gap-x-16 py-8 wrap-anywhere md:py-12 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <header className="lg:col-start-2">
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        <p className="mt-2 text-sm text-ink-faint tabular-nums">{since(changedAt)}</p>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{text.lead}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="mt-8 rounded-lg bg-surface p-5 lg:sticky lg:top-24 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:self-start"
      >
        <h2 id="contents" className="text-base">
          {legalMessages.contents}
        </h2>
        <ol className="mt-2 list-none">
          {text.sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="grid min-h-11 grid-cols-[1.75rem_minmax(0,1fr)] content-center items-baseline gap-x-2 leading-5 text-ink-soft no-underline hover:text-blue-text hover:underline lg:min-h-9 lg:text-sm"
              >
                <span className="whitespace-nowrap text-ink-faint tabular-nums">{section.number}.</span>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-8 max-w-prose lg:col-start-2">
        {text.sections.map(({ id, number, title: name, html }) => (
          <section key={id} aria-labelledby={id} className="mt-10 first:mt-0">
            <h2 id={id} className="text-xl md:text-2xl">
              <span className="text-ink-faint tabular-nums">{number}.</span> {name}
            </h2>
            <div
              className="written mt-3 [&_td:first-child]:min-w-[min(10rem,45vw)]"
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </section>
        ))}
        <p className="mt-12 border-t border-line pt-6">
          <SeeAlso links={others} />
        </p>
      </div>
    </div>
  );
}
