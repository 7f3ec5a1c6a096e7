// Starts the card payment sandbox: `node sandbox/main.ts`, configured by environment variables.
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

// If the product started it with an IPC channel, only the channel's end stops it: Ctrl-C reaches both
// processes, and the product needs the provider until its own end. The handlers come first, because a signal
// may arrive at any time.
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
    // The parent may be gone; then the disconnect ends this process.
    () => {},
  );

await stopping.promise;
await sandbox.close();
process.exit(0);
