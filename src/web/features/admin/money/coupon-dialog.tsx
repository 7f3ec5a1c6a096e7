import { useState } from "react";
import { useForm } from "react-hook-form";
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
import { showIssues, showWriteFailure } from "#web/components/form-errors.ts";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { useWrite } from "#web/features/admin/parts/use-admin.ts";

const fields = ["code", "percent", "amount", "target", "forEmail", "validUntil", "maxUses", "note"] as const;
const kinds = ["percent", "amount"] as const;
type Kind = (typeof kinds)[number];
type Typed = Record<(typeof fields)[number], string>;

const untouched: Typed = {
  code: "",
  percent: "",
  amount: "",
  target: "all",
  forEmail: "",
  validUntil: "",
  maxUses: "",
  note: "",
};

/** The form as the API takes it, or what is wrong with it by field. */
function readTyped({ percent, amount, forEmail, validUntil, maxUses, ...rest }: Typed, kind: Kind) {
  return couponForm.safeParse({
    ...rest,
    ...(kind === "percent" ? { percent: parseTypedNumber(percent) } : { amount: parseTypedAmount(amount) }),
    ...(forEmail.trim() !== "" && { forEmail }),
    ...(validUntil !== "" && { validUntil }),
    ...(maxUses.trim() !== "" && { maxUses: parseTypedNumber(maxUses) }),
  });
}

/** Makes a coupon: its code, what it takes off, for what and whom, until when and how often. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const write = useWrite();
  const [kind, setKind] = useState<Kind>("percent");
  const [today] = useState(() => dayOf(new Date()));
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: untouched });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (typed) => {
    const read = readTyped(typed, kind);
    if (!read.success) {
      showIssues(read.error, { fields, setError });
      return;
    }
    try {
      const { code } = await write(api("POST /api/admin/coupons", { body: read.data }));
      toast.success(text.made(code));
      onClose();
    } catch (error) {
      showWriteFailure(error, text.failed, { fields, setError });
    }
  });

  return (
    <FormDialog
      title={text.title}
      submitLabel={text.submit}
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
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
