import { configureGlobal } from "fast-check";
import { seed } from "./seed.ts";

configureGlobal({ seed });

/** fast-check with the seed of this run: tests import it from here. */
export * from "fast-check";
