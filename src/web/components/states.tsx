import { clsx } from "clsx";
import type { ReactNode } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

/** A grey placeholder; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("skeleton", className)} />;
}

export function Skeletons({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);
}

/** Announces that a part of the page is loading; skeletons inside show its shape. */
export function Loading({
  label = uiMessages.loading,
  className,
  children,
}: {
  label?: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element cannot contain blocks
    <div role="status" aria-live="polite" className={className}>
      <span className="sr-only">{label}</span>
      {children ?? <Spinner className="mx-auto my-16 size-8 text-blue-text" />}
    </div>
  );
}

type StateProps = {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  /** `h1` if it replaces the whole page. */
  heading?: "h1" | "h2";
  className?: string;
  children?: ReactNode;
};

function State({
  title,
  text,
  icon,
  heading: Heading = "h2",
  className,
  children,
  role,
}: StateProps & { role?: "alert" }) {
  return (
    <div
      role={role}
      className={clsx("mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center", className)}
    >
      {icon && (
        <div
          aria-hidden="true"
          className="mb-2 flex size-16 items-center justify-center rounded-full bg-surface text-ink-soft"
        >
          {icon}
        </div>
      )}
      <Heading className="text-xl wrap-anywhere">{title}</Heading>
      {text && <p className="text-ink-soft">{text}</p>}
      {children && (
        <div className="mt-4 flex max-w-full flex-wrap justify-center gap-3 *:max-w-full *:whitespace-normal">
          {children}
        </div>
      )}
    </div>
  );
}

/** An empty list; the children offer what to do next. */
export function EmptyState(props: StateProps) {
  return <State {...props} />;
}

export function ErrorState({
  onRetry,
  retryText = uiMessages.retry,
  retrying = false,
  children,
  ...rest
}: StateProps & { onRetry?: () => void; retryText?: string; retrying?: boolean }) {
  return (
    <State {...rest} role="alert">
      {onRetry && (
        <Button onClick={onRetry} loading={retrying}>
          {retryText}
        </Button>
      )}
      {children}
    </State>
  );
}
