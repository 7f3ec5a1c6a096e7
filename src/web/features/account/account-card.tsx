import type { ReactNode } from "react";

/** The narrow column in which all pages about signing in stand. */
export function AccountCard({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: ReactNode;
}) {
  return (
    <div className="page py-8 md:py-16">
      <div className="mx-auto w-full max-w-md">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 mb-8 text-ink-soft">{intro}</p>
        {children}
      </div>
    </div>
  );
}
