/** The embedded PostgreSQL cannot run here; the message says why and what helps. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
