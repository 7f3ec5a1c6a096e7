import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button } from "#web/components/button.tsx";

/** The frame of the form's pages: a link back, the title, one readable column. */
export function FormPage({
  title,
  intro,
  onBack,
  wide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  onBack: () => void;
  /** Leaves room for something beside the column. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="page py-6 md:py-10">
      <div className={clsx("mx-auto w-full max-w-3xl", wide && "lg:max-w-[68rem]")}>
        <Button variant="quiet" className="-ms-4" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {text.back}
        </Button>
        <h1 className="mt-2 text-3xl">{title}</h1>
        {intro !== undefined && <p className="mt-2 text-ink-soft">{intro}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </div>
  );
}
