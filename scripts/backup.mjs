// npm run backup [-- FILE]: see backup.ts.
import { runOnSite } from "./steps/run-on-site.mjs";

await runOnSite("backup.ts");
