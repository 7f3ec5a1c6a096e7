import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
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

/** Modules of src/ whose paths begin so; "/" stands for the system's own separator. */
function sources(...beginnings: string[]): RegExp {
  return new RegExp(`src/(?:${beginnings.join("|")})`.replaceAll("/", "[\\\\/]"));
}

// What every public page needs comes in two files that stay in the browser's cache while pages change: the framework,
// and the shell with what cars are shown by. Left alone, the bundler makes two dozen of them, one for each set of users.
const groups = [
  {
    name: "framework",
    priority: 2,
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@remix-run[\\/]route-pattern|cookie-es|clsx)[\\/]/,
  },
  {
    name: "shell",
    priority: 1,
    test: sources(
      "web/features/shell/(?:header|shell|logo|search-box|error-view|meta-guard|server-footer|back)",
      "web/features/search/(?:car-|search-address)",
      "web/components/(?:button|spinner|thumbhash|states|text-link|select|field-context|toast[.]ts)",
      "web/lib/(?:api-|auth|session-|site|page-meta|plain-links|remembered-cars|favorites)",
      "domain/messages/(?:shell|search-page|ui|time-ago)",
      "domain/(?:format/format[.]|photos/(?:photo-addresses|site-picture)|places/locations)",
      "domain/search/car-search",
      "domain/text/fold",
      "domain/cars/car-brands",
      "domain/cars/(?:car-lists|car-limits)",
    ),
  },
  {
    name: "results",
    priority: 0,
    test: sources(
      "web/features/search/(?:skeletons|result-lists|load-search|filter-options|chosen-|search-meta|results-cache|use-search)",
      "web/components/(?:pagination|chip)",
    ),
  },
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
