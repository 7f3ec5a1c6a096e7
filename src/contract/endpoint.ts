import type { ZodObject, ZodType } from "zod";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";

/** Who may call: anyone, a signed-in account, or an admin. The server enforces it; the call's service decides the rest. */
export type Access = "public" | "user" | "admin";

/** What a path's id can name. */
type Findable =
  | "car"
  | "dealer"
  | "seller"
  | "user"
  | "model"
  | "report"
  | "post"
  | "verification"
  | "tariff"
  | "import"
  | "payment"
  | "key"
  | "coupon";

export type RequestHeader = "Idempotency-Key" | "If-Match" | "If-None-Match";
export type AnswerHeader = "X-Total-Count" | "ETag" | "Last-Modified" | "Link";

/** A call of the API; its name in the table, "GET /api/cars/{id}", is method and path. */
export interface Endpoint {
  access: Access;
  /** A dealer's key with this scope opens the call, too; without it no key does. */
  key?: KeyScope;
  /**
   * The call opens, renews or ends a session: it reads the credentials itself, so that a stale one is not in its way,
   * and refuses the pages of other sites.
   */
  credentials?: "own";
  /** Admins set up their second factor here: it is not demanded. */
  withoutTotp?: true;
  /** Monitoring reads it with a token of its own (MONITORING_TOKEN), without an account. */
  monitoring?: true;
  /** What a success answers with; 202: something will come of it. 204 has no body. */
  status: 200 | 201 | 202 | 204;
  /** The status where what the call makes is there already. */
  statusIfPresent?: 200;
  params?: ZodType;
  /** The error's code where the path's id names nothing; "not_found" unless told. */
  notFound?: `${Findable}_not_found`;
  query?: ZodType;
  /** "raw": bytes that the handler receives itself. */
  body?: ZodType | "raw";
  /** No body counts as `{}`. */
  bodyMayBeMissing?: true;
  /** The types of a raw body. */
  accepts?: readonly string[];
  /** Where in the body pictures stand as data URLs; the handler receives such a body with `receiveCarForm`. */
  pictures?: readonly string[];
  /** "csv": a file that is streamed; "jpeg": a picture; "pdf": a document. */
  output: ZodType | "csv" | "jpeg" | "pdf";
  /** Request headers that the call reads beside those of every call. */
  reads?: readonly RequestHeader[];
  /** Headers that a success carries. */
  tells?: readonly AnswerHeader[];
  /** What a loose query may have: the server reads it itself, and what it cannot use counts as left out. */
  lenient?: ZodObject;
  /** Codes of errors beside those that follow from the rest of the declaration (server/http/api-docs). */
  errors?: readonly string[];
  /** A form without scripts is sent to a page instead. */
  redirects?: true;
  /** One line for the API's documentation. */
  summary: string;
}
