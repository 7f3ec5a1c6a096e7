import { z } from "zod";
import { type DealerBusiness, type DealerSignup, dealerSignupBody } from "#contract/dealers.ts";

/** The signup's fields as typed. */
const signupValues = z.object({
  businessName: z.string(),
  businessAddress: z.string(),
  taxNumber: z.string(),
  website: z.string(),
  businessType: z.string(),
});
export type SignupValues = z.output<typeof signupValues>;

/**
 * The form's state in the browser's history, one entry a step: Back leads from the second step to the first,
 * and neither a reload nor an abandoned payment loses what was typed.
 */
const signupState = z.object({ signup: signupValues, step: z.literal([1, 2]) });
type SignupState = z.output<typeof signupState>;

const untouched: SignupValues = {
  businessName: "",
  businessAddress: "",
  taxNumber: "",
  website: "",
  businessType: "dealership",
};

export function stateOf(step: 1 | 2, signup: SignupValues): SignupState {
  return { step, signup };
}

export function valuesOf(business: DealerBusiness): SignupValues {
  return { ...business, taxNumber: business.taxNumber ?? "", website: business.website ?? "" };
}

/**
 * Reads the current step; `known` are the default values. The second step
 * requires `valid`, a complete signup.
 */
export function readSignup(
  state: unknown,
  known: SignupValues = untouched,
): { step: 1; values: SignupValues } | { step: 2; values: SignupValues; valid: DealerSignup } {
  const parsed = signupState.safeParse(state);
  const values = parsed.success ? parsed.data.signup : known;
  const checked = dealerSignupBody.safeParse(values);
  if (!parsed.success || parsed.data.step === 1 || !checked.success) return { step: 1, values };
  return { step: 2, values, valid: checked.data };
}
