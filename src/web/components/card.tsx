import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Loaded, type LoadQuery } from "./loaded.tsx";
import { Loading, Skeleton } from "./states.tsx";

const frames = {
  line: "rounded-lg border border-line p-4 sm:p-6",
  surface: "rounded-lg bg-surface p-4 sm:p-6",
} as const;

export interface CardProps {
  /** Id of the heading, if links lead to it. */
  readonly id?: string;
  readonly heading: ReactNode;
  readonly level?: "h2" | "h3";
  readonly headingClass?: string;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly frame?: keyof typeof frames;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A framed part of a page with its heading. */
export function Card({
  id: named,
  heading,
  level: Heading = "h2",
  headingClass = "text-xl",
  aside,
  frame = "line",
  className,
  children,
}: CardProps) {
  const made = useId();
  const id = named ?? made;
  const title = (
    <Heading id={id} className={headingClass}>
      {heading}
    </Heading>
  );
  return (
    <section aria-labelledby={id} className={clsx("min-w-0", frames[frame], className)}>
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

/** A card whose content is loaded: a skeleton, then the content or an error with retry. */
export function QueryCard<Data>({
  query,
  failed,
  skeleton,
  intro,
  children,
  ...card
}: Omit<CardProps, "children"> & {
  query: LoadQuery<Data>;
  failed: string;
  /** Classes: its size and the space above it. */
  skeleton: string;
  /** Shown above the content in every state. */
  intro?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Card {...card}>
      {intro}
      <Loaded
        query={query}
        failed={failed}
        failedClass="py-6!"
        loading={
          <Loading>
            <Skeleton className={skeleton} />
          </Loading>
        }
      >
        {children}
      </Loaded>
    </Card>
  );
}
