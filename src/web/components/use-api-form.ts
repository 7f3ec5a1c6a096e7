import { zodResolver } from "@hookform/resolvers/zod";
import type { SubmitEvent } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { showFailure, toastFirstError } from "./form-errors.ts";

export interface ApiForm<Values extends FieldValues, Body, Result> {
  /** Every field, in the order in which the form shows them. */
  readonly defaults: DefaultValues<Values>;
  /** Checks what was typed and turns it into the body; left out, the values are the body. */
  readonly schema?: z.ZodType<Body, Values>;
  readonly call: (body: Body) => Promise<Result>;
  /** Shown where the server sent no text of its own. */
  readonly failed: string;
  readonly onDone: (result: Result, typed: Values) => void | Promise<void>;
  /** How a failed call is shown; by default at its fields, for the form, and as a toast. */
  readonly show?: typeof showFailure;
  /** Shows the first invalid field as a toast, too (specification.md#validation). */
  readonly toastsInvalid?: boolean;
}

export interface ApiFormReturn<Values extends FieldValues, Body> extends UseFormReturn<
  Values,
  unknown,
  Body
> {
  readonly errors: FieldErrors<Values>;
  /** Sends a body without checking the fields first. */
  readonly send: (body: Body) => Promise<void>;
  /** For FormDialog and its like. */
  readonly formProps: {
    readonly busy: boolean;
    readonly error: string | undefined;
    readonly onSubmit: (event: SubmitEvent) => Promise<void>;
  };
}

function fieldsOf<Values extends FieldValues>(defaults: DefaultValues<Values>): FieldPath<Values>[] {
  const isField = (name: string): name is FieldPath<Values> => name in defaults;
  return Object.keys(defaults).filter(isField);
}

/** A form that sends one call: values, errors by field, submit, and what a failed call says. */
export function useApiForm<Values extends FieldValues, Result, Body = Values>({
  defaults,
  schema,
  call,
  failed,
  onDone,
  show = showFailure,
  toastsInvalid = false,
}: ApiForm<Values, Body, Result>): ApiFormReturn<Values, Body> {
  const form = useForm<Values, unknown, Body>({
    ...(schema !== undefined && { resolver: zodResolver(schema) }),
    defaultValues: defaults,
  });
  const { errors, isSubmitting } = form.formState;
  const fields = fieldsOf(defaults);

  async function send(body: Body): Promise<void> {
    const typed = form.getValues();
    let result: Result;
    try {
      result = await call(body);
    } catch (error) {
      show<Values>(error, failed, { fields, setError: form.setError });
      return;
    }
    await onDone(result, typed);
  }

  const submit = form.handleSubmit(send, toastsInvalid ? toastFirstError(fields) : undefined);
  return {
    ...form,
    errors,
    send,
    formProps: { busy: isSubmitting, error: errors.root?.message, onSubmit: submit },
  };
}
