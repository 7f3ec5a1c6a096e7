import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type AlertFrequency, alertFrequencies, alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/alerts/saved-query.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Button } from "#web/components/button.tsx";
import { Radio } from "#web/components/checkbox.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf, NetworkError } from "#web/lib/api-error.ts";
import { askedMarks } from "#web/lib/asked-before.ts";
import { api, askWhoIsSignedIn, useAuth } from "#web/lib/auth.ts";
import { withNext } from "#web/lib/safe-next.ts";

const text = savedSearchMessages.dialog;

/** The dialog for who is signed in; the way to sign in, after which the search is saved, for who is not. */
export default function SaveSearch({ query, onClose }: { query: string; onClose: () => void }) {
  const { status } = useAuth();
  const [settled, setSettled] = useState(false);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isGuest = status === "guest" && settled;

  useEffect(() => {
    let left = false;
    async function settle(): Promise<void> {
      await askWhoIsSignedIn();
      if (!left) setSettled(true);
    }
    void settle();
    return () => {
      left = true;
    };
  }, []);
  useEffect(() => {
    if (isGuest) void navigate(withNext("/login", pathname + search + askedMarks.saveSearch));
  }, [isGuest, navigate, pathname, search]);

  if (status !== "user") return null;
  return <SaveDialog query={query} onClose={onClose} />;
}

type Errors = { name?: string; form?: string };

function errorsOf(error: unknown): Errors {
  if (error instanceof NetworkError) return { form: accountMessages.networkError };
  if (error instanceof ApiError && error.fields["name"] !== undefined) return { name: error.fields["name"] };
  return { form: messageOf(error, text.failed) };
}

function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(() => searchName(searchOfSavedQuery(query)));
  const [frequency, setFrequency] = useState<AlertFrequency>("at_once");
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      const { status } = await api.answer("POST /api/saved-searches", { body: { query, name, frequency } });
      if (status === 201) toast.success(text.saved);
      else toast.info(text.already);
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {text.cancel}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {text.save}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-col gap-5"
      >
        <p className="text-ink-soft">{text.text}</p>
        <Field label={text.name} error={errors.name}>
          <Input
            value={name}
            maxLength={alertLimits.maxName}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <FieldGroup label={text.frequency}>
          {alertFrequencies.map((each) => (
            <Radio
              key={each}
              name="frequency"
              value={each}
              label={savedSearchMessages.frequencies[each]}
              hint={savedSearchMessages.frequencyHints[each]}
              checked={frequency === each}
              onChange={() => setFrequency(each)}
            />
          ))}
        </FieldGroup>
        {errors.form !== undefined && (
          <p role="alert" className="rounded-md bg-red-soft px-4 py-3 font-medium text-red">
            {errors.form}
          </p>
        )}
      </form>
    </Dialog>
  );
}
