import type { ZodType } from "zod";

/** Who may call: anyone, a signed-in account, or an admin. The route's service decides the rest. */
export type Access = "public" | "user" | "admin";

/** A call of the API; its name in the table, "GET /api/cars/{id}", is method and path. */
export interface Endpoint {
  access: Access;
  /** What a success answers with; 204 has no body. */
  status: 200 | 201 | 204;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  output: ZodType;
  /** One line for the API's documentation. */
  summary: string;
}
