import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { type AlertFrequency, alertFrequencies, alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Radio } from "#web/components/checkbox.tsx";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { showInForm } from "#web/components/form-errors.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { askedMarks } from "#web/lib/asked-before.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { withNext } from "#web/lib/safe-next.ts";
import { useSettled } from "#web/lib/use-settled.ts";

const text = savedSearchMessages.dialog;
const usual: AlertFrequency = "at_once";

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

function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const { register, errors, formProps } = useApiForm({
    defaults: { name: searchName(searchOfSavedQuery(query)), frequency: usual },
    call: (body) => api.answer("POST /api/saved-searches", { body: { query, ...body } }),
    failed: text.failed,
    onDone: ({ status }) => {
      if (status === 201) toast.success(text.saved);
      else toast.info(text.already);
      onClose();
    },
    show: showInForm,
  });

  return (
    <FormDialog
      {...formProps}
      title={text.title}
      submitLabel={text.save}
      cancelLabel={text.cancel}
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
