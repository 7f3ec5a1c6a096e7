import { toNestErrors } from "@hookform/resolvers";
import { zodResolver } from "@hookform/resolvers/zod";
import { type SubmitEvent, useEffect, useEffectEvent } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { showFailure, toastFirstError } from "./form-errors.ts";
import { sayPartFailed } from "./load-part.ts";

type Schema<Values, Body> = z.ZodType<Body, Values>;

export interface ApiForm<Values extends FieldValues, Body, Result> {
  /** Every field, in the order in which the form shows them. */
  readonly defaults: DefaultValues<Values>;
  /**
   * Validates the values and turns them into the body; without it, the values are the body. A function loads
   * it at the first input: a page opens without zod.
   */
  readonly schema?: Schema<Values, Body> | (() => Promise<Schema<Values, Body>>);
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

/**
 * Loads the schema when it is first needed. Without it nothing is valid: `root` is an error without a field or a
 * text, which a submission says.
 */
function lateResolver<Values extends FieldValues, Body>(
  load: () => Promise<Schema<Values, Body>>,
): Resolver<Values, unknown, Body> {
  return async (values, context, options) => {
    const schema = await load().catch(() => null);
    if (schema === null) return { values: {}, errors: toNestErrors({ root: {} }, options) };
    return zodResolver(schema)(values, context, options);
  };
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
  const isLate = typeof schema === "function";
  const form = useForm<Values, unknown, Body>({
    ...(schema && { resolver: isLate ? lateResolver(schema) : zodResolver(schema) }),
    defaultValues: defaults,
  });
  const { subscribe } = form;
  const preload = useEffectEvent(() => {
    // The submission tries again.
    if (isLate) void schema().catch(() => undefined);
  });
  useEffect(() => {
    if (!isLate) return;
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        stop();
        preload();
      },
    });
    return stop;
  }, [subscribe, isLate]);
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

  const submit = form.handleSubmit(send, (invalid) => {
    if (invalid.root !== undefined) void sayPartFailed();
    else if (toastsInvalid) toastFirstError(fields)(invalid);
  });
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
