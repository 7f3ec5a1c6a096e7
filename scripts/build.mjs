// npm run build: what npm start does before it starts, for images and servers that are set up beforehand.
import { fail } from "./steps/progress.mjs";
import { setUp } from "./steps/setup.mjs";

try {
  await setUp({ dev: false, pages: true });
  console.log("  ✓ The pages are built from the sources as they are");
} catch (error) {
  fail(error);
}
