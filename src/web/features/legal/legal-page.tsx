import { Fragment, type ReactNode } from "react";
import { formatDate } from "#domain/format/format.ts";
import { type LegalBlock, type LegalText, legalMessages } from "#domain/messages/legal.ts";
import { TextLink } from "#web/components/text-link.tsx";

/** From when a text holds: the later of what the product and the operator changed. */
function since(changedAt: string | null): string {
  const { builtInSince } = legalMessages;
  return legalMessages.validFrom(
    formatDate(changedAt !== null && changedAt > builtInSince ? changedAt : builtInSince),
  );
}

/** The operator's own text in place of a built-in one; the server has made it of Markdown, without HTML or scripts of its own. */
export function OperatorPage({
  title,
  html,
  changedAt,
  children,
}: {
  title: string;
  html: string;
  changedAt: string | null;
  children: ReactNode;
}) {
  return (
    <div className="page max-w-3xl py-8 wrap-anywhere md:py-12">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      {changedAt !== null && (
        <p className="mt-2 text-sm text-ink-faint tabular-nums">
          {legalMessages.validFrom(formatDate(changedAt))}
        </p>
      )}
      <div className="written mt-6" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="mt-12 border-t border-line pt-6">{children}</p>
    </div>
  );
}

/** Links to the other pages of this kind. */
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

/** A long text with its table of contents: beside it on wide screens, above it on phones. */
export function LegalPage({
  text,
  contactEmail,
  changedAt,
  others,
}: {
  text: LegalText;
  contactEmail: string;
  changedAt: string | null;
  /** The other legal pages. */
  others: readonly { to: string; label: string }[];
}) {
  return (
    <div className="page grid grid-cols-1 gap-x-16 py-8 wrap-anywhere md:py-12 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <header className="lg:col-start-2">
        <h1 className="text-3xl md:text-4xl">{text.title}</h1>
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
          {text.sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center gap-2 leading-5 text-ink-soft no-underline hover:text-blue-text hover:underline lg:min-h-9 lg:text-sm"
              >
                <span className="w-7 shrink-0 whitespace-nowrap text-ink-faint tabular-nums">
                  {index + 1}.
                </span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-8 max-w-prose lg:col-start-2">
        {text.sections.map(({ id, title, body }, index) => (
          <section key={id} aria-labelledby={id} className="mt-10 first:mt-0">
            <h2 id={id} className="text-xl md:text-2xl">
              <span className="text-ink-faint tabular-nums">{index + 1}.</span> {title}
            </h2>
            {body.map((block) => (
              <Block key={keyOf(block)} block={block} email={contactEmail} />
            ))}
          </section>
        ))}
        <p className="mt-12 border-t border-line pt-6">
          <SeeAlso links={others} />
        </p>
      </div>
    </div>
  );
}

function keyOf(block: LegalBlock): string {
  if (typeof block === "string") return block;
  return "list" in block ? block.list.join() : block.head.join();
}

function Block({ block, email }: { block: LegalBlock; email: string }) {
  if (typeof block === "string") return <p className="mt-3 leading-7">{linked(block, email)}</p>;
  if ("list" in block) {
    return (
      <ul className="mt-3 list-disc space-y-2 ps-5 leading-7 marker:text-ink-faint">
        {block.list.map((item) => (
          <li key={item}>{linked(item, email)}</li>
        ))}
      </ul>
    );
  }
  const [left, right] = block.head;
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-line-strong text-sm">
          <th scope="col" className="py-2 pe-4 font-semibold">
            {left}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {right}
          </th>
        </tr>
      </thead>
      <tbody>
        {block.rows.map(([name, value]) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="w-1/2 py-3 pe-4 font-medium wrap-anywhere">
              {name}
            </th>
            <td className="py-3 text-ink-soft tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The contact address in a text, as a link. */
function linked(text: string, email: string): ReactNode {
  const parts = text.split(email);
  if (email === "" || parts.length === 1) return text;
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one fixed text
    <Fragment key={index}>
      {index > 0 && (
        <a
          href={`mailto:${email}`}
          className="font-medium text-blue-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {email}
        </a>
      )}
      {part}
    </Fragment>
  ));
}
