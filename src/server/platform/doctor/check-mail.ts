import SMTPConnection from "nodemailer/lib/smtp-connection";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { isLoopback } from "#domain/operation/configuration.ts";
import {
  type Check,
  describeError,
  type DoctorContext,
  type Finding,
  findings,
  isPublic,
} from "./finding.ts";

const subject = "Mail";
const { good, note, act } = findings(subject);

/** Milliseconds for each step; the whole check has ten seconds. */
const maxStep = 4_000;

interface MailTalk {
  readonly server: string;
  readonly isEncrypted: boolean;
  readonly signedIn: boolean;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Connects like the site, and signs in if the address has a user. Throws the library's errors. */
async function talkTo(url: string): Promise<MailTalk> {
  const options = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: maxStep,
    greetingTimeout: maxStep,
    socketTimeout: maxStep,
    dnsTimeout: maxStep,
  });
  const { auth } = options;
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (auth)
      await new Promise<void>((resolve, reject) => {
        connection.once("error", reject);
        connection.login(auth, (error) => (error ? reject(error) : resolve()));
      });
    connection.on("error", () => {});
    return { server: serverOf(url), isEncrypted: connection.secure, signedIn: auth !== undefined };
  } finally {
    connection.close();
  }
}

function serverOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === "" ? (protocol === "smtps:" ? "465" : "587") : port}`;
}

function judgeFailure(error: unknown, server: string): Finding {
  const code = codeOf(error);
  const text = describeError(error);
  if (code === "EAUTH" || code === "ENOAUTH")
    return act(
      `${server} refuses the user name or the password: ${text}`,
      "Set SMTP_URL again; letters such as @ : / # in the password are written as %40 %3A %2F %23.",
    );
  if (/certificate|self.signed|altname/i.test(text))
    return act(
      `The certificate of ${server} is not valid: ${text}`,
      "Use the name in SMTP_URL that its certificate has, or have it renewed.",
    );
  if (code === "EDNS" || code === "ENOTFOUND")
    return act(`${server} is not known: ${text}`, "Look at the host's name in SMTP_URL.");
  return act(
    `${server} can't be used: ${text}`,
    "Look at host and port (587 with smtp://, 465 with smtps://); many hosters open them on request only.",
  );
}

/** Whether receivers can verify that the server may send for the domain. */
async function checkDomain({ config, resolveTxt }: DoctorContext): Promise<Finding[]> {
  const domain = /@([^\s<>@]+?)>?$/.exec(config.mail.from)?.[1] ?? "";
  const lookUp = async (name: string): Promise<string[] | null> => {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(""));
    } catch (error) {
      return ["ENOTFOUND", "ENODATA"].includes(codeOf(error)) ? [] : null;
    }
  };
  const [own, policy] = await Promise.all([lookUp(domain), lookUp(`_dmarc.${domain}`)]);
  const found: Finding[] = [];
  if (own === null || policy === null) return [note(`The DNS did not answer for ${domain}.`)];
  if (!own.some((text) => text.startsWith("v=spf1")))
    found.push(act(`${domain} has no SPF record.`, "Add the TXT record that the mail provider gives."));
  if (!policy.some((text) => text.startsWith("v=DMARC1")))
    found.push(
      act(
        `${domain} has no DMARC record.`,
        `Add TXT _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:you@${domain}`,
      ),
    );
  return found.length > 0 ? found : [good(`${domain} has SPF and DMARC records.`)];
}

/** The mail server connects, encrypts and accepts the site; the sender's domain has its records. */
export const checkMail: Check = {
  subject,
  run: async (context) => {
    const { config } = context;
    const { mail } = config;
    if (mail.transport === "outbox")
      return isPublic(config)
        ? [
            act(
              "SMTP_URL is not set: mails become files, and nobody gets them.",
              "Set SMTP_URL and MAIL_FROM.",
            ),
          ]
        : [note(`SMTP_URL is not set: mails become files in ${mail.folder}.`)];
    let talk: MailTalk;
    try {
      talk = await talkTo(mail.url);
    } catch (error) {
      return [judgeFailure(error, serverOf(mail.url))];
    }
    const { server, isEncrypted, signedIn } = talk;
    const how = `${isEncrypted ? "encrypted" : "not encrypted"}, ${signedIn ? "signed in" : "without a password"}`;
    const found =
      isEncrypted || isLoopback(new URL(mail.url).hostname)
        ? good(`${server} answers (${how}).`)
        : act(
            `${server} offers no encryption (${how}): mails and the password travel readable.`,
            "Use a port that encrypts: smtps:// with 465, or smtp:// with 587.",
          );
    return [found, ...(isPublic(config) ? await checkDomain(context) : [])];
  },
};
