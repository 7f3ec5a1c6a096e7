import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { pageFamilies } from "./scripts/vite/page-families.ts";
import { routeModuleErrors } from "./scripts/vite/route-module-errors.ts";
import { serviceWorker } from "./scripts/vite/service-worker.ts";

/** sonner writes its styles into the page when it is loaded, which the content policy forbids; we import them as a file. */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: "sonner-without-inline-styles",
    transform(code, id) {
      if (!id.includes("node_modules/sonner/dist/")) return null;
      const stripped = code.replace(/^__insertCSS\(".*"\);$/m, "");
      if (stripped === code && code.includes("__insertCSS("))
        this.error("sonner inserts its styles in a new way");
      return stripped;
    },
  };
}

const groups = [
  {
    name: "framework",
    priority: 99,
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@remix-run[\\/]route-pattern|cookie-es|clsx)[\\/]/,
  },
  // Many small icons that no public page uses.
  { name: "icons", priority: 98, test: /node_modules[\\/]lucide-react[\\/]/ },
  ...pageFamilies(),
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), sonnerWithoutInlineStyles(), routeModuleErrors(), serviceWorker()],
  build: { target: "es2022" },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: { entryFileNames: "assets/[name]-[hash].js", codeSplitting: { groups } },
        },
      },
    },
    // The server bundle starts at web/pages.ts, which wraps React Router's build with what main.ts hands in.
    ssr: { build: { rollupOptions: { input: "./src/web/pages.ts" } } },
  },
});
