import { once } from "node:events";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback } from "#domain/operation/configuration.ts";
import { type Check, describeError, type Finding, findings } from "./finding.ts";

const subject = "PUBLIC_URL";
const { good, note, act } = findings(subject);

/** Milliseconds. */
const maxAsk = 4_000;
/** Behind a proxy that waits for a site that starts, as after `systemctl restart vetura`. */
const maxReady = 30_000;
/** Share of a certificate's life. Proxies renew when a third is left (30 of 90 days): with less than this, renewing has failed. */
const minLifeLeft = 1 / 6;
const dayMs = 24 * 60 * 60 * 1000;

const readiness = z.object({ status: z.string() });

interface SeenCertificate {
  readonly certificate: PeerCertificate;
  /** Why it is not trusted; null if it is. */
  readonly refused: string | null;
}

/** The presented certificate, valid or not. */
async function readCertificate(url: URL): Promise<SeenCertificate> {
  const { hostname, port } = url;
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const socket: TLSSocket = connect({
    host,
    port: port === "" ? 443 : Number(port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: false,
    timeout: maxAsk,
  });
  try {
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
    await once(socket, "secureConnect");
    // An Error despite its type.
    const reason: unknown = socket.authorizationError;
    return {
      certificate: socket.getPeerCertificate(),
      refused: socket.authorized ? null : reason instanceof Error ? describeError(reason) : String(reason),
    };
  } finally {
    socket.destroy();
  }
}

function judgeCertificate(
  { certificate, refused }: SeenCertificate,
  now: Date,
  host: string,
): Finding | null {
  const end = new Date(certificate.valid_to);
  const day = end.toISOString().slice(0, 10);
  const left = end.getTime() - now.getTime();
  const life = end.getTime() - new Date(certificate.valid_from).getTime();
  const advice =
    "See why the proxy did not renew it: journalctl -u caddy; port 80 must be open, and the DNS right.";
  if (end <= now) return act(`The certificate ran out on ${day}.`, advice);
  if (new Date(certificate.valid_from) > now)
    return act(
      `The certificate is valid from ${certificate.valid_from} only.`,
      "Look at the clock of this machine.",
    );
  if (refused !== null)
    return act(
      `Browsers refuse the certificate: ${refused}`,
      `The proxy must show one for ${host} by a known authority, with the certificates in between.`,
    );
  if (left < life * minLifeLeft)
    return act(`The certificate runs out on ${day}, in ${Math.floor(left / dayMs)} days.`, advice);
  return null;
}

function judgeConnection(error: unknown, url: URL): Finding {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const text = `${url.origin} can't be reached: ${describeError(error)}`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return act(text, `Add A and AAAA records for ${url.hostname} that name this server.`);
  if (isLoopback(url.hostname)) return act(text, "Start the site: npm start");
  return act(text, "See that site and proxy run, and that the firewall lets ports 80 and 443 in.");
}

/** Whether a Vetura answers there, and is ready. */
async function askReadiness(url: URL): Promise<Finding[]> {
  const answer = await fetch(new URL("/readyz", url), {
    redirect: "manual",
    signal: AbortSignal.timeout(maxReady),
  });
  const body = readiness.safeParse(await answer.json().catch(() => null));
  if (!body.success)
    return [
      act(
        `Something else answers at ${url.origin} (HTTP ${answer.status}).`,
        "See that the site runs, and that the proxy hands on to its port.",
      ),
    ];
  const { status } = body.data;
  if (status !== "ready")
    return [act(`The site answers that it is "${status}".`, "Wait a moment; then look at its log.")];
  if (url.protocol === "https:" && !answer.headers.has("strict-transport-security"))
    return [
      act(
        "The running site does not know that it is https: cookies are not Secure.",
        "Start it with this PUBLIC_URL, and let the proxy leave its headers alone.",
      ),
    ];
  return [];
}

/** People who type the name without https must be redirected. */
async function checkRedirect(url: URL): Promise<Finding[]> {
  if (url.protocol !== "https:" || url.port !== "") return [];
  try {
    const answer = await fetch(`http://${url.host}/`, {
      redirect: "manual",
      signal: AbortSignal.timeout(maxAsk),
    });
    await answer.body?.cancel();
    if (answer.headers.get("location")?.startsWith("https://") === true) return [];
    return [note(`http://${url.host} does not lead to https.`, "Let the proxy redirect it.")];
  } catch (error) {
    return [
      note(
        `http://${url.host} can't be reached: ${describeError(error)}`,
        "Open port 80: who types the name comes that way, and most certificates are renewed by it.",
      ),
    ];
  }
}

/** PUBLIC_URL as this machine reaches it: connection, certificate, the site. */
export const checkAddress: Check = {
  subject,
  maxDuration: 45_000,
  run: async ({ config, now }) => {
    const url = new URL(config.site.publicUrl);
    let until = "";
    try {
      if (url.protocol === "https:") {
        const seen = await readCertificate(url);
        const wrong = judgeCertificate(seen, now(), url.hostname);
        if (wrong !== null) return [wrong];
        until = `, certificate until ${new Date(seen.certificate.valid_to).toISOString().slice(0, 10)}`;
      }
      const found = [...(await askReadiness(url)), ...(await checkRedirect(url))];
      const isGood = !found.some(({ state }) => state === "act");
      return isGood ? [good(`${url.origin} is ready${until}.`), ...found] : found;
    } catch (error) {
      return [judgeConnection(error, url)];
    }
  },
};
