import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares an Authorization header with this token in constant time. */
export function monitoringBy(token: string | null): (authorization: string | undefined) => boolean {
  if (token === null) return () => false;
  const expected = digest(token);
  return (authorization) => {
    const sent = /^Bearer +(\S{1,500})\s*$/i.exec(authorization ?? "")?.[1];
    return sent !== undefined && timingSafeEqual(digest(sent), expected);
  };
}
