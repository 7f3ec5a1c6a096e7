import type { ReactNode } from "react";

/** A page whose form is sent by its address (lib/address-form.ts), with the answer or the error beside it. */
export function AddressFormPage({
  title,
  intro,
  failure,
  answer,
  form,
}: {
  title: string;
  intro: string;
  failure: string | null;
  answer: ReactNode;
  form: ReactNode;
}) {
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{intro}</p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {answer !== null && <div className="min-w-0 lg:order-2">{answer}</div>}
        {failure !== null && (
          <p role="alert" className="rounded-md bg-red-soft p-4 text-red lg:order-2">
            {failure}
          </p>
        )}
        <div className="rounded-lg border border-line p-5 sm:p-6">{form}</div>
      </div>
    </div>
  );
}
