import { createContext, useContext } from "react";

type FieldState = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

/** Separate from Field, so that a page with only a select does not load all of it. */
export const FieldContext = createContext<FieldState | null>(null);

/** What a control gets from its Field: id, description, error state. */
export function useFieldProps(): {
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
} {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}
