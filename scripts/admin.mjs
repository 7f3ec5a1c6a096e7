// npm run admin -- grant|revoke EMAIL: see admin.ts.
import { runOnSite } from "./steps/run-on-site.mjs";

await runOnSite("admin.ts");
