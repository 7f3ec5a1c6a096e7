import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The narrow column of all sign-in pages. */
export function AccountCard({
  title,
  intro,
  reason = null,
  children,
}: {
  title: string;
  /** What to do; none if the content says it. */
  intro?: string;
  /** What the person wanted to do that needs an account; replaces the intro. */
  reason?: string | null;
  children: ReactNode;
}) {
  return (
    <div className="page py-8 md:py-16">
      <div className="mx-auto w-full max-w-md">
        <h1 className={clsx("text-3xl", reason === null && intro === undefined && "mb-8")}>{title}</h1>
        {reason === null ? (
          intro !== undefined && <p className="mt-2 mb-8 text-ink-soft">{intro}</p>
        ) : (
          <p className="mt-4 mb-8 rounded-md bg-blue-soft px-4 py-3 font-medium">{reason}</p>
        )}
        {children}
      </div>
    </div>
  );
}
