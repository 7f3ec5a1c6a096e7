let last = 100_000;

/** A valid identification number that no other car of this test file has; of Volkswagen by default. */
export const newVin = (maker = "WVW"): string => `${maker}ZZZ1KZAW${(last += 1)}`;
