import { useForm, useWatch } from "react-hook-form";
import { type DealerPage, dealerPageBody } from "#contract/dealer-page.ts";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { weekdays } from "#domain/dealers/opening-hours.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { Button } from "#web/components/button.tsx";
import { Switch } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { showFailure } from "#web/components/form-errors.ts";
import { DayFields } from "./day-fields.tsx";
import { bodyOf, draftOf } from "./page-draft.ts";

const text = ownPageMessages.form;
const fields = ["address", "phone", ...weekdays] as const;

/** Address, phone and hours of the public page, each with a note that it becomes public. */
export function PageForm({
  page,
  onSaved,
  onCancel,
}: {
  page: DealerPage;
  onSaved: (page: DealerPage) => void;
  onCancel: () => void;
}) {
  const { control, register, handleSubmit, setValue, setError, setFocus, clearErrors, formState } = useForm({
    defaultValues: draftOf(page),
  });
  const { errors } = formState;
  const hasHours = useWatch({ control, name: "hasHours" });

  const submit = handleSubmit(async (draft) => {
    const checked = dealerPageBody.safeParse(bodyOf(draft));
    if (!checked.success) {
      const faulty = fields.flatMap((name) => {
        const issue = checked.error.issues.find(({ path }) => path.includes(name));
        // A day that repeats the one above repeats its error, too.
        const follows = name !== "address" && name !== "phone" && draft[name].state === "same";
        return issue === undefined || follows ? [] : [{ name, message: issue.message }];
      });
      for (const { name, message } of faulty) setError(name, { message });
      const [first] = faulty;
      if (first === undefined) return;
      toast.error(first.message);
      setFocus(first.name === "address" || first.name === "phone" ? first.name : `${first.name}.from`);
      return;
    }
    try {
      onSaved(await api("PUT /api/dealer/page", { body: checked.data }));
      toast.success(text.saved);
    } catch (error) {
      showFailure(error, text.saveFailed, { fields, setError });
    }
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        // A day's error belongs to no registered field and would not be cleared.
        clearErrors();
        void submit(event);
      }}
      className="mt-4 flex flex-col gap-5"
    >
      <Field label={text.address} optional hint={text.addressHint} error={errors.address?.message}>
        <Input
          {...register("address")}
          autoComplete="street-address"
          maxLength={dealerLimits.maxPageAddress}
        />
      </Field>
      <Field label={text.phone} optional hint={text.phoneHint} error={errors.phone?.message}>
        <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="tel" maxLength={40} />
      </Field>
      <Switch label={text.showHours} hint={text.hoursHint} {...register("hasHours")} />
      {hasHours && (
        <div className="flex flex-col gap-4">
          {weekdays.map((weekday) => (
            <DayFields
              key={weekday}
              weekday={weekday}
              control={control}
              register={register}
              setValue={setValue}
              error={errors[weekday]?.message}
            />
          ))}
        </div>
      )}
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={formState.isSubmitting}>
          {text.save}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
