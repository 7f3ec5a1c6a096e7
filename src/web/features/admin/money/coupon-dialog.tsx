import { useState } from "react";
import { z } from "zod";
import { couponForm } from "#contract/admin-coupons.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { parseTypedAmount, parseTypedNumber } from "#domain/format/format.ts";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { couponTargets } from "#domain/payments/coupons.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { useWriteForm } from "#web/features/admin/parts/use-write-form.ts";

const kinds = ["percent", "amount"] as const;
type Kind = (typeof kinds)[number];

const untouched = {
  code: "",
  percent: "",
  amount: "",
  target: "all",
  forEmail: "",
  validUntil: "",
  maxUses: "",
  note: "",
};

/** Parses what was typed into the body of the call. */
function schemaOf(kind: Kind) {
  return z.preprocess(
    ({ percent, amount, forEmail, validUntil, maxUses, ...rest }: typeof untouched) => ({
      ...rest,
      ...(kind === "percent" ? { percent: parseTypedNumber(percent) } : { amount: parseTypedAmount(amount) }),
      ...(forEmail.trim() !== "" && { forEmail }),
      ...(validUntil !== "" && { validUntil }),
      ...(maxUses.trim() !== "" && { maxUses: parseTypedNumber(maxUses) }),
    }),
    couponForm,
  );
}

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("percent");
  const [today] = useState(() => dayOf(new Date()));
  const { register, errors, formProps } = useWriteForm({
    defaults: untouched,
    schema: schemaOf(kind),
    call: (body) => api("POST /api/admin/coupons", { body }),
    failed: text.failed,
    onDone: ({ code }) => {
      toast.success(text.made(code));
      onClose();
    },
  });

  return (
    <FormDialog {...formProps} title={text.title} submitLabel={text.submit} onClose={onClose}>
      <Field label={text.code} required error={errors.code?.message}>
        <Input
          {...register("code")}
          className="uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          data-autofocus
        />
      </Field>
      <div className="flex flex-col items-start gap-3 *:w-full">
        <Segments
          label={text.worth}
          options={kinds.map((value) => ({ value, label: text[value] }))}
          value={kind}
          onChange={setKind}
        />
        <Field key={kind} label={text[kind]} required error={errors[kind]?.message}>
          <Input
            {...register(kind)}
            inputMode={kind === "percent" ? "numeric" : "decimal"}
            autoComplete="off"
          />
        </Field>
      </div>
      <Field label={text.target} error={errors.target?.message}>
        <Select {...register("target")}>
          <Options values={couponTargets} labelOf={(target) => text.targets[target]} />
        </Select>
      </Field>
      <Field label={text.forEmail} optional hint={text.forEmailHint} error={errors.forEmail?.message}>
        <Input {...register("forEmail")} type="email" autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        <Field label={text.validUntil} optional error={errors.validUntil?.message}>
          <Input {...register("validUntil")} type="date" min={today} />
        </Field>
        <Field label={text.maxUses} optional hint={text.maxUsesHint} error={errors.maxUses?.message}>
          <Input {...register("maxUses")} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <Field label={text.note} optional error={errors.note?.message}>
        <Input {...register("note")} autoComplete="off" maxLength={200} />
      </Field>
    </FormDialog>
  );
}
