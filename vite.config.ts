import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022" },
  environments: {
    // The server bundle starts at web/pages.ts, which wraps React Router's build with what main.ts hands in.
    ssr: { build: { rollupOptions: { input: "./src/web/pages.ts" } } },
  },
});
