import { type ReactNode, useId } from "react";

export interface SectionProps {
  /** Id of the heading, if links lead to it. */
  readonly id?: string;
  readonly heading: ReactNode;
  readonly level?: "h2" | "h3";
  readonly headingClass?: string;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({
  id: named,
  heading,
  level: Heading = "h2",
  headingClass = "text-xl",
  aside,
  className,
  children,
}: SectionProps) {
  const made = useId();
  const id = named ?? made;
  const title = (
    <Heading id={id} className={headingClass}>
      {heading}
    </Heading>
  );
  return (
    <section aria-labelledby={id} className={className}>
      {aside === undefined ? (
        title
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
