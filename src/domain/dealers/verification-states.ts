export const verificationStates = ["waiting", "confirmed", "refused"] as const;
export type VerificationState = (typeof verificationStates)[number];
