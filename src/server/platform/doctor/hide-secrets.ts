import type { Config } from "#server/config.ts";

/** As nodemailer reads it: a password with a bare % stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function partsOfUrl(address: string | null): string[] {
  if (address === null) return [];
  const { password } = new URL(address);
  return password === "" ? [] : [password, decoded(password)];
}

/** The configuration's secrets, in every form in which an error's message may contain them. */
function secretsOf(config: Config): string[] {
  const { database, photos, payments, mail } = config;
  return [
    ...[database.url, database.poolUrl, database.replicaUrl].flatMap(partsOfUrl),
    ...(photos.store === "s3" ? [photos.secretAccessKey, photos.accessKeyId] : []),
    ...(payments.mode === "stripe" ? [payments.secretKey, payments.webhookSecret] : []),
    ...(mail.transport === "smtp" ? partsOfUrl(mail.url) : []),
    config.admin?.password ?? "",
    config.monitoringToken ?? "",
    config.secretKey ?? "",
    config.demo.password ?? "",
  ].filter((secret) => secret !== "");
}

/**
 * Removes the configuration's secrets from texts, and anything like a key of Stripe, which it shortens in its
 * messages.
 */
export function secretHider(config: Config): (text: string) => string {
  // The longest first: one may be part of another.
  const secrets = secretsOf(config).toSorted((one, other) => other.length - one.length);
  return (text) => {
    let hidden = text;
    for (const secret of secrets) hidden = hidden.replaceAll(secret, "***");
    return hidden.replaceAll(/\b(sk|rk|whsec)_[\w*]+/g, "$1_***");
  };
}
