import type { ZodObject, ZodType } from "zod";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";

/** Who may call: anyone, a signed-in account, or an admin. The server enforces it; services decide the rest. */
export type Access = "public" | "user" | "admin";

/** What the id in a path identifies. */
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

/** A call of the API. Its name in the table, "GET /api/cars/{id}", is method and path. */
export interface Endpoint {
  access: Access;
  /** A dealer's key with this scope may call it; without a scope no key may. */
  key?: KeyScope;
  /**
   * The call opens, renews or ends a session: it reads the credentials itself, so that a stale one does not
   * block it, and refuses cross-site requests.
   */
  credentials?: "own";
  /** Callable without a second factor, because admins set it up here. */
  withoutTotp?: true;
  /** Monitoring may call it with its own token (MONITORING_TOKEN), without an account. */
  monitoring?: true;
  /** The status of a success; 202: work continues later. 204 has no body. */
  status: 200 | 201 | 202 | 204;
  /** The status if the resource already exists. */
  statusIfPresent?: 200;
  params?: ZodType;
  /** The error code for an unknown id; "not_found" by default. */
  notFound?: `${Findable}_not_found`;
  query?: ZodType;
  /** "raw": bytes that the handler receives itself. */
  body?: ZodType | "raw";
  /** Maximum of keys in a JSON body, at all depths, if its lists need more than the usual 300. */
  maxJsonKeys?: number;
  /** A missing body counts as `{}`. */
  bodyMayBeMissing?: true;
  /** The types of a raw body. */
  accepts?: readonly string[];
  /** Where the body has pictures as data URLs; the handler receives it with `receiveCarForm`. */
  pictures?: readonly string[];
  /** "csv": a file that is streamed; "jpeg": a picture; "pdf": a document. */
  output: ZodType | "csv" | "jpeg" | "pdf";
  /** Additional request headers that the call reads. */
  reads?: readonly RequestHeader[];
  /** Additional headers of a success. */
  tells?: readonly AnswerHeader[];
  /** Parameters of a loose query: the server parses them itself and ignores invalid ones. */
  lenient?: ZodObject;
  /** Error codes beyond those that follow from the declaration (server/http/api-docs). */
  errors?: readonly string[];
  /** Forms without scripts are redirected to a page. */
  redirects?: true;
  /** One line for the API's documentation. */
  summary: string;
}
