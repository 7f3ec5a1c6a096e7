// npm run build: the build step of npm start, for images and servers that are prepared in advance.
import { fail } from "./steps/progress.mjs";
import { setUp } from "./steps/setup.mjs";

try {
  await setUp({ dev: false, pages: true });
  console.log("  ✓ The pages are built from the sources as they are");
} catch (error) {
  fail(error);
}
