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
  /** Validates the values and turns them into the body; without it, the values are the body. */
  readonly schema?: z.ZodType<Body, Values>;
  readonly call: (body: Body) => Promise<Result>;
  /** Shown if the server sent no text. */
  readonly failed: string;
  readonly onDone: (result: Result, typed: Values) => void | Promise<void>;
  /** Shows a failed call; by default at its fields, on the form, and as a toast. */
  readonly show?: typeof showFailure;
  /** Also shows the first invalid field as a toast (specification.md#validation). */
  readonly toastsInvalid?: boolean;
}

export interface ApiFormReturn<Values extends FieldValues, Body> extends UseFormReturn<
  Values,
  unknown,
  Body
> {
  readonly errors: FieldErrors<Values>;
  /** Sends a body without validating the fields first. */
  readonly send: (body: Body) => Promise<void>;
  /** Props for FormDialog and the like. */
  readonly formProps: {
    readonly busy: boolean;
    readonly error: string | undefined;
    readonly onSubmit: (event: SubmitEvent) => void;
  };
}

function fieldsOf<Values extends FieldValues>(defaults: DefaultValues<Values>): FieldPath<Values>[] {
  const isField = (name: string): name is FieldPath<Values> => name in defaults;
  return Object.keys(defaults).filter(isField);
}

/** A form that sends one call: values, field errors, submit, and the errors of a failed call. */
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
    formProps: {
      busy: isSubmitting,
      error: errors.root?.message,
      onSubmit: (event) => void submit(event),
    },
  };
}
