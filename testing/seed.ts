/**
 * The seed of random values in tests: constant in `npm test`, varying in `npm run test:full`, which sets
 * TEST_SEED. Both print it.
 */
export const seed = Number(process.env["TEST_SEED"] ?? 20_261_122);
