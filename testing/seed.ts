/**
 * What random values of tests begin with: the same ones in each run of `npm test`, others in `npm run test:full`, which
 * sets TEST_SEED. Both print it.
 */
export const seed = Number(process.env["TEST_SEED"] ?? 20_261_122);
