// The card-payment sandbox as a program: `node sandbox/main.ts`. Its configuration comes from the environment.
import { startSandbox } from "./start.ts";

const { env } = process;
const given = (name: string) => {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
};

const port = Number(given("SANDBOX_PORT") ?? "0");
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  throw new Error("SANDBOX_PORT must be a port number.");
const webhookUrl = given("SANDBOX_WEBHOOK_URL");
const webhookSecret = given("SANDBOX_WEBHOOK_SECRET");
const secretKey = given("SANDBOX_SECRET_KEY");
const host = given("SANDBOX_HOST");

// Started with a channel by the product, it ends with the channel alone: Ctrl-C reaches both of them, and the product
// stops last, once it needs no provider any more. Before anything is told: a signal may come with the answer.
const stopping = Promise.withResolvers<void>();
const isChild = process.connected;
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, isChild ? () => {} : () => stopping.resolve());
process.on("disconnect", () => stopping.resolve());

const sandbox = await startSandbox({
  dataDir: given("SANDBOX_DATA_DIR") ?? "data/sandbox",
  port,
  ...(host !== undefined && { host }),
  ...(webhookUrl !== undefined && { webhookUrl }),
  ...(webhookSecret !== undefined && { webhookSecret }),
  ...(secretKey !== undefined && { secretKey }),
});

process.stdout.write(`The card-payment sandbox listens at ${sandbox.url}\n`);
if (isChild)
  process.send?.(
    { url: sandbox.url, secretKey: sandbox.secretKey, webhookSecret: sandbox.webhookSecret },
    // Whoever started it may be gone already: it ends by that.
    () => {},
  );

await stopping.promise;
await sandbox.close();
process.exit(0);
