import type { FieldValues } from "react-hook-form";
import { showWriteFailure } from "#web/components/form-errors.ts";
import { type ApiForm, type ApiFormReturn, useApiForm } from "#web/components/use-api-form.ts";
import { useWrite } from "./use-admin.ts";

/** A form of the administration: after the write all of the dashboard's queries are refetched. */
export function useWriteForm<Values extends FieldValues, Result, Body = Values>({
  call,
  ...form
}: ApiForm<Values, Body, Result>): ApiFormReturn<Values, Body> {
  const write = useWrite();
  return useApiForm({ show: showWriteFailure, ...form, call: (body: Body) => write(call(body)) });
}
