import { z } from "zod";
import { invalid } from "./failure.ts";
import type { Form } from "./form.ts";

// Every value in a form is a string; these schemas parse it as Stripe does.
export const text = (max = 5000) => z.string().max(max);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "Invalid integer")
  .transform(Number);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const address = z
  .string()
  .max(5000)
  .refine((value) => {
    // The placeholder for the session's id is allowed but would make the URL invalid.
    const url = URL.parse(value.replaceAll("{CHECKOUT_SESSION_ID}", "id"));
    return url?.protocol === "http:" || url?.protocol === "https:";
  }, "Not a valid URL");
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 50, "Metadata can have up to 50 keys");
/** A list of metadata changes; an empty string unsets all, an empty value one. */
export const metadataChange = z.union([z.literal(""), metadata]);
export const expand = z.array(text(200)).max(20).optional();
const moment = z.union([
  integer.transform((at) => ({ from: at, to: at })),
  z
    .strictObject({
      gt: integer.optional(),
      gte: integer.optional(),
      lt: integer.optional(),
      lte: integer.optional(),
    })
    .transform(({ gt, gte, lt, lte }) => ({
      from: gt === undefined ? gte : gt + 1,
      to: lt === undefined ? lte : lt - 1,
    })),
]);
/** Parameters of every list. */
export const page = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text(255).optional(),
  ending_before: text(255).optional(),
  created: moment.optional(),
  expand,
};

/** The parsed parameters. Throws Stripe's error, which names the first wrong one. */
export function read<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw invalid("Invalid request.");
  throw refusal(issue);
}

function refusal(issue: z.core.$ZodIssue): Error {
  const inner = issue.code === "invalid_union" ? issue.errors.flat()[0] : undefined;
  const param = name([...issue.path, ...(inner?.path ?? [])]);
  if (issue.code === "unrecognized_keys") {
    const unknown = name([...issue.path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  }
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value")) {
    return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
  }
  if (issue.code === "invalid_value") {
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(", ")}`, param);
  }
  if (issue.message === "Invalid integer") {
    return invalid(`Invalid integer: ${param}`, param, "parameter_invalid_integer");
  }
  if (issue.message === "Not a valid URL") return invalid("Not a valid URL", param, "url_invalid");
  return invalid(`Invalid ${param}: ${issue.message}`, param);
}

function name(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return (first ?? "") + rest.map((part) => `[${part}]`).join("");
}
