import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

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

// What every page needs comes in two files that stay in the browser's cache while pages change: the
// framework and the shell. Left alone, the bundler makes a dozen of them, one for each set of users.
const groups = [
  {
    name: "framework",
    priority: 2,
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@remix-run[\\/]route-pattern|cookie-es|clsx)[\\/]/,
  },
  {
    name: "shell",
    priority: 1,
    test: /src[\\/](?:web[\\/](?:features[\\/]shell[\\/](?!phone-menu|guards|back)|lib[\\/](?:api-|auth|session-|site)|components[\\/](?:button|spinner|toast\.ts))|domain[\\/](?:messages[\\/]shell|format[\\/]|payments[\\/]fees|accounts[\\/]dealer-access))/,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), sonnerWithoutInlineStyles()],
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
