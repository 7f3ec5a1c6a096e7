import { invalid } from "./failure.ts";

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

const maxPairs = 1000;
const maxDepth = 8;

/** Decodes `a[b][0]=c` to nested objects and lists, as Stripe's library encodes them. */
export function decodeForm(text: string): Form {
  const root: Form = Object.create(null);
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > maxPairs) throw invalid("Too many parameters.");
    put(root, path(name), value);
  }
  const result: Form = {};
  for (const [key, value] of Object.entries(root)) result[key] = listsWhereNumbered(value);
  return result;
}

function path(name: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (parts === null) throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`);
  const inner = [...(parts[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "");
  if (inner.length > maxDepth) throw invalid("Parameters are nested too deeply.");
  return [parts[1] ?? "", ...inner];
}

function put(root: Form, keys: string[], value: string): void {
  let place = root;
  for (const [depth, name] of keys.entries()) {
    const key = name === "" ? String(Object.keys(place).length) : name;
    if (depth === keys.length - 1) {
      place[key] = value;
      return;
    }
    const next = place[key];
    if (typeof next === "object" && !Array.isArray(next)) {
      place = next;
    } else {
      // Without a prototype, so that __proto__ is a key like any other.
      const made: Form = Object.create(null);
      place[key] = made;
      place = made;
    }
  }
}

function listsWhereNumbered(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => /^\d{1,4}$/.test(key))) {
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => listsWhereNumbered(item));
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, listsWhereNumbered(item)]));
}
