import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Loaded, type LoadQuery } from "./loaded.tsx";
import { Section, type SectionProps } from "./section.tsx";
import { Loading, Skeleton } from "./states.tsx";

const frames = {
  line: "rounded-lg border border-line p-4 sm:p-6",
  surface: "rounded-lg bg-surface p-4 sm:p-6",
} as const;

type CardProps = SectionProps & { readonly frame?: keyof typeof frames };

/** A framed part of a page with its heading. */
export function Card({ frame = "line", className, ...section }: CardProps) {
  return <Section {...section} className={clsx("min-w-0", frames[frame], className)} />;
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
