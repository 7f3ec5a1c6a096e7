import { clsx } from "clsx";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { normaliseVin } from "#domain/cars/vin.ts";
import { vinCheckMessages as text } from "#domain/messages/vin-check.ts";
import { vinMessages } from "#domain/messages/vin.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { showCallError } from "#web/components/form-errors.ts";
import { Input } from "#web/components/input.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { withNext } from "#web/lib/safe-next.ts";

const fields = ["vin"] as const;

/** Compares the number read at the car with the one that the seller gave; only for signed-in users. */
export default function VinCheckDialog({
  carId,
  open,
  onClose,
}: {
  carId: string;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const { status } = useAuth();
  const { pathname } = useLocation();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { vin: "" } });
  const { errors, isSubmitting } = formState;
  const [matches, setMatches] = useState<boolean | null>(null);

  const send = handleSubmit(async ({ vin }) => {
    setMatches(null);
    try {
      const answer = await api("POST /api/cars/{id}/vin-check", { params: { id: carId }, body: { vin } });
      setMatches(answer.matches);
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === 429;
      const message = showCallError(error, text.failed, { fields, setError });
      if (!(error instanceof ApiError && Object.keys(error.fields).length > 0))
        setError("root", { message: isTooMany ? text.tooMany : message });
    }
  });

  if (status === "guest")
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={text.title}
        footer={
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onClose}>
              {text.close}
            </Button>
            <ButtonLink to={withNext("/login", pathname)}>{text.toLogin}</ButtonLink>
          </div>
        }
      >
        <p className="text-ink-soft">{text.signIn}</p>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.title}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            {text.close}
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            {matches === null ? text.send : text.again}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => void send(event)}
        className="flex flex-col gap-4"
      >
        <p className="text-ink-soft">{text.lead}</p>
        <Field label={text.field} required hint={text.hint} error={errors.vin?.message}>
          <Input
            {...register("vin", {
              validate: (typed) => normaliseVin(typed) !== null || vinMessages.invalid,
              onChange: () => setMatches(null),
            })}
            data-autofocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="uppercase tabular-nums"
          />
        </Field>
        <p
          role="status"
          className={clsx(
            "font-semibold empty:hidden",
            matches === true && "text-green",
            matches === false && "rounded-md bg-gold-soft px-4 py-3 text-gold-ink",
          )}
        >
          {matches !== null && (matches ? text.matches : text.differs)}
        </p>
        <FormError>{errors.root?.message}</FormError>
      </form>
    </Dialog>
  );
}
