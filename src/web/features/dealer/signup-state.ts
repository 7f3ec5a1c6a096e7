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
 * What the form keeps in the history, an entry a step: the browser's own Back leads from the second to the first, and
 * neither a reload nor a given up payment loses what was typed.
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

/** A known business as typed. */
export function valuesOf(business: DealerBusiness): SignupValues {
  return { ...business, taxNumber: business.taxNumber ?? "", website: business.website ?? "" };
}

/** Where the person is; `known` is what the form begins with. The second step is open only to a signup that could be paid for: `valid` is it. */
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
