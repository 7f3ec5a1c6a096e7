import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId } from "react";
import { useForm } from "react-hook-form";
import type { Verification } from "#contract/verifications.ts";
import { formatDate } from "#domain/format/format.ts";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { QueryCard } from "#web/components/card.tsx";

const text = dealerPageMessages.dashboard.verification;
const verificationKey = ["dealer", "verification"] as const;
/** For a photo of a few megabytes on a slow connection. */
const uploadTimeoutMs = 120_000;

type Proof = { readonly taxNumber: string } | { readonly document: File };

function send(proof: Proof) {
  if ("taxNumber" in proof) return api("POST /api/dealer/verification", { body: proof });
  const body = new FormData();
  body.set("photo", proof.document);
  return api("POST /api/dealer/verification/document", { body }, { timeoutMs: uploadTimeoutMs });
}

function AskForm() {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { taxNumber: "" } });
  const file = useId();
  const ask = useMutation({
    mutationFn: send,
    onSuccess: () => toast.success(text.sent),
    onError: (failure) => toast.error(messageOf(failure, text.sendFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: verificationKey }),
  });

  const submit = handleSubmit(({ taxNumber }) => ask.mutate({ taxNumber: taxNumber.trim() }));

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = target.files ?? [];
    if (chosen !== undefined) ask.mutate({ document: chosen });
    // So that the same file can be chosen again.
    target.value = "";
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-3">
      <Field label={text.taxNumber} error={formState.errors.taxNumber?.message}>
        <Input
          {...register("taxNumber", {
            validate: (typed) => typed.trim() !== "" || paymentMessages.taxNumberRequired,
          })}
          maxLength={dealerLimits.maxTaxNumber}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" loading={ask.isPending}>
        {text.send}
      </Button>
      <label
        htmlFor={file}
        className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-md border border-line-strong px-4 py-2 font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-blue hover:bg-surface"
      >
        {ask.isPending ? text.sending : text.document}
        <input
          id={file}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={ask.isPending}
          onChange={choose}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <p className="text-sm text-ink-soft">{text.documentHint}</p>
    </form>
  );
}

/**
 * Whether an admin has verified the business, and the form to request it (specification.md#verified-dealers).
 */
export function VerificationCard() {
  const own = useQuery({
    queryKey: verificationKey,
    queryFn: () => api("GET /api/dealer/verification"),
  });
  return (
    <QueryCard
      id="verification"
      heading={text.heading}
      headingClass="text-lg"
      query={own}
      failed={text.failed}
      skeleton="mt-3 h-24 rounded-md"
    >
      {(data) => (data.isVerified ? <Verified /> : <Asked state={data} />)}
    </QueryCard>
  );
}

function Verified() {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Badge tone="green">{dealerPageMessages.publicPage.verifiedBadge}</Badge>
      <p className="text-ink-soft">{text.verified}</p>
    </div>
  );
}

function Asked({
  state: { state, askedAt, dueAt, taxNumber, hasDocument, reason },
}: {
  state: Verification;
}) {
  return (
    <>
      {state === "waiting" && askedAt !== null && dueAt !== null && (
        <div role="status" className="mt-2 rounded-md bg-surface p-3 text-sm wrap-anywhere">
          <p className="font-medium">{text.waiting(formatDate(askedAt), formatDate(dueAt))}</p>
          {taxNumber !== null && <p>{text.sentNumber(taxNumber)}</p>}
          {hasDocument && <p>{text.sentDocument}</p>}
        </div>
      )}
      {state === "refused" && reason !== null && (
        <p role="status" className="mt-2 rounded-md bg-red-soft p-3 text-sm wrap-anywhere">
          {text.refused(reason)}
        </p>
      )}
      {state !== "waiting" && <p className="mt-2 text-ink-soft">{text.intro}</p>}
      <AskForm />
    </>
  );
}
