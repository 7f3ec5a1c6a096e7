// npm run restore -- FILE: see restore.ts.
import { runOnSite } from "./steps/run-on-site.mjs";

await runOnSite("restore.ts");
