import type { FieldErrors, Resolver } from "react-hook-form";
import { type CarFields, carFieldOrder, carFields, checkFirstRegistration } from "#contract/cars.ts";
import { type CarField, type CarFormErrors, type CarFormValues, toCarInput } from "./car-form-values.ts";

// Loaded at the first input (car-form.tsx): with the contract come zod and the phone library, a fifth of the
// page's scripts.

function isCarField(name: string): name is CarField {
  return carFieldOrder.includes(name);
}

const carForm = carFields.superRefine(checkFirstRegistration);

export function checkCar(
  values: CarFormValues,
  images: readonly string[],
): { car: CarFields; errors: null } | { car: null; errors: CarFormErrors } {
  const result = carForm.safeParse(toCarInput(values, images));
  if (result.success) return { car: result.data, errors: null };
  const errors: CarFormErrors = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    if (isCarField(name)) errors[name] ??= issue.message;
  }
  return { car: null, errors };
}

/** The first invalid field in the form's order. */
export function firstWrongField(errors: CarFormErrors): CarField | null {
  return (
    carFieldOrder.find((name): name is CarField => isCarField(name) && errors[name] !== undefined) ?? null
  );
}

/** The contract's schema as the form's resolver; photos are not a field and are validated on submit. */
export const carFormResolver: Resolver<CarFormValues> = (values) => {
  const { errors } = checkCar(values, ["checked on sending"]);
  if (errors === null) return { values, errors: {} };
  const fieldErrors: FieldErrors<CarFormValues> = Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: "validate", message }]),
  );
  return { values: {}, errors: fieldErrors };
};
