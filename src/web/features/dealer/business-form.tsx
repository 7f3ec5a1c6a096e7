import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { dealerSignupBody } from "#contract/dealers.ts";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import { toastFirstError } from "#web/components/form-errors.ts";
import type { SignupValues } from "./signup-state.ts";

const text = dealerPageMessages.signup;
const fields = ["businessName", "businessAddress", "taxNumber", "website", "businessType"] as const;

/** Step 1: the business (specification.md#dealers). */
export function BusinessForm({
  values,
  serverErrors,
  onNext,
}: {
  values: SignupValues;
  /** The server's errors by field. */
  serverErrors: Readonly<Record<string, string>>;
  onNext: (values: SignupValues) => void;
}) {
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: zodResolver(dealerSignupBody),
    defaultValues: values,
    reValidateMode: "onChange",
  });
  const { errors } = formState;

  useEffect(() => {
    for (const name of fields) {
      const message = serverErrors[name];
      if (message !== undefined) setError(name, { message });
    }
  }, [serverErrors, setError]);

  const submit = handleSubmit(() => {
    // As typed, not as parsed: the next step shows the parsed values, and coming back changes nothing.
    const { businessName, businessAddress, taxNumber, website, businessType } = getValues();
    onNext({
      businessName,
      businessAddress,
      taxNumber: String(taxNumber),
      website: String(website),
      businessType: businessType ?? "dealership",
    });
  }, toastFirstError(fields));

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div>
        <h2 className="text-xl">{text.infoHeading}</h2>
        <p className="mt-1 text-ink-soft">{text.infoLead}</p>
      </div>
      <Field label={text.businessName} required error={errors.businessName?.message}>
        <Input
          {...register("businessName")}
          autoComplete="organization"
          maxLength={dealerLimits.maxBusinessName}
        />
      </Field>
      <Field
        label={text.businessAddress}
        required
        hint={text.businessAddressHint}
        error={errors.businessAddress?.message}
      >
        <Input
          {...register("businessAddress")}
          autoComplete="street-address"
          maxLength={dealerLimits.maxBusinessAddress}
        />
      </Field>
      <Field label={text.businessType} error={errors.businessType?.message}>
        <Select {...register("businessType")}>
          {text.businessTypes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={text.taxNumber} optional hint={text.taxNumberHint} error={errors.taxNumber?.message}>
          <Input {...register("taxNumber")} maxLength={dealerLimits.maxTaxNumber} />
        </Field>
        <Field label={text.website} optional hint={text.websiteHint} error={errors.website?.message}>
          <Input
            {...register("website")}
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      </div>
      <Button type="submit" size="lg">
        {text.next}
      </Button>
    </form>
  );
}
