import { createServer } from "node:net";
import { SetUpError } from "./progress.mjs";

/**
 * A free port.
 * @returns {Promise<number>}
 */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
        else reject(new Error("The system gave no port."));
      });
    });
  });
}

/**
 * Rejects if the site could not listen on its port, before a set-up of minutes.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
export function ensurePortIsFree(env) {
  const port = Number(env.PORT?.trim() || 3000);
  const host = env.HOST?.trim() || "127.0.0.1";
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return Promise.reject(new SetUpError("PORT must be a port, a whole number from 1 to 65535."));
  }
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error) => {
      const code = "code" in error ? error.code : "";
      if (code === "EADDRINUSE") {
        reject(
          new SetUpError(
            `PORT ${port} is taken on ${host}. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
          ),
        );
      } else if (code === "EACCES") {
        reject(
          new SetUpError(
            `PORT ${port} may not be used without more rights. Choose one above 1023: PORT=3000 npm start`,
          ),
        );
      } else {
        reject(new SetUpError(`HOST ${host}, PORT ${port} can't be listened on: ${error.message}`));
      }
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}
