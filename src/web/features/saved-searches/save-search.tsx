import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { type AlertFrequency, alertFrequencies, alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Radio } from "#web/components/checkbox.tsx";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { askedMarks } from "#web/lib/asked-before.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { showCallError } from "#web/components/form-errors.ts";
import { withNext } from "#web/lib/safe-next.ts";
import { useSettled } from "#web/lib/use-settled.ts";

const text = savedSearchMessages.dialog;

/** The dialog for signed-in users; guests get a link to sign in, after which the search is saved. */
export default function SaveSearch({ query, onClose }: { query: string; onClose: () => void }) {
  const { status } = useAuth();
  const settled = useSettled();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isGuest = status === "guest" && settled;

  useEffect(() => {
    if (isGuest) void navigate(withNext("/login", pathname + search + askedMarks.saveSearch));
  }, [isGuest, navigate, pathname, search]);

  if (status !== "user") return null;
  return <SaveDialog query={query} onClose={onClose} />;
}

type Values = { name: string; frequency: AlertFrequency };

function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: searchName(searchOfSavedQuery(query)), frequency: "at_once" },
  });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (values) => {
    try {
      const { status } = await api.answer("POST /api/saved-searches", { body: { query, ...values } });
      if (status === 201) toast.success(text.saved);
      else toast.info(text.already);
      onClose();
    } catch (error) {
      const message = showCallError(error, text.failed, { fields: ["name"], setError });
      const isAboutName = error instanceof ApiError && error.fields["name"] !== undefined;
      if (!isAboutName) setError("root", { message });
    }
  });

  return (
    <FormDialog
      title={text.title}
      submitLabel={text.save}
      cancelLabel={text.cancel}
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="text-ink-soft">{text.text}</p>
      <Field label={text.name} error={errors.name?.message}>
        <Input {...register("name")} maxLength={alertLimits.maxName} autoComplete="off" />
      </Field>
      <FieldGroup label={text.frequency}>
        {alertFrequencies.map((each) => (
          <Radio
            key={each}
            {...register("frequency")}
            value={each}
            label={savedSearchMessages.frequencies[each]}
            hint={savedSearchMessages.frequencyHints[each]}
          />
        ))}
      </FieldGroup>
    </FormDialog>
  );
}
