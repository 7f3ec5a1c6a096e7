import { defineConfig } from "vitest/config";

// unit: pure, no database. integration: on the embedded PostgreSQL, a database of its own per file.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "sandbox/**/*.test.ts",
            "testing/**/*.test.ts",
          ],
          exclude: ["**/*.integration.test.ts"],
          // For machines that do other things beside; nothing here waits for time to pass.
          testTimeout: 20_000,
          environment: "node",
          // It imports JSON in a way that Node alone does not take.
          server: { deps: { inline: [/@actions\/workflow-parser/] } },
          // Both cores of a small machine; by itself Vitest would leave one idle.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "integration",
          include: ["src/**/*.integration.test.ts", "testing/**/*.integration.test.ts"],
          environment: "node",
          globalSetup: ["testing/global-setup.ts"],
          setupFiles: ["testing/faults-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      // What deploy/ and scripts/install.sh promise, with Debian's own programs and the built product (npm run test:full).
      {
        test: {
          name: "deploy",
          include: ["testing/deploy/*.deploy.ts"],
          environment: "node",
          testTimeout: 30_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
