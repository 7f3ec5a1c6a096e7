// npm run stripe:setup: see stripe-setup.ts.
import { runOnSite } from "./steps/run-on-site.mjs";

await runOnSite("stripe-setup.ts");
