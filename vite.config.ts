import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** sonner writes its styles into the page when it is loaded, which the content policy forbids; we import them as a file. */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: "sonner-without-inline-styles",
    transform(code, id) {
      if (!id.includes("node_modules/sonner/dist/")) return;
      const stripped = code.replace(/^__insertCSS\(".*"\);$/m, "");
      if (stripped === code && code.includes("__insertCSS("))
        this.error("sonner inserts its styles in a new way");
      return stripped;
    },
  };
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), sonnerWithoutInlineStyles()],
  build: { target: "es2022" },
  environments: {
    // The server bundle starts at web/pages.ts, which wraps React Router's build with what main.ts hands in.
    ssr: { build: { rollupOptions: { input: "./src/web/pages.ts" } } },
  },
});
