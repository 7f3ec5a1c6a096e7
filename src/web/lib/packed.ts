/**
 * A loader's data as one text. React Router writes loader data value by value in a format of its own, which takes ten
 * times as long as JSON; most of a page's data needs no more than JSON.
 */
export type Packed<Value> = string & { readonly packed?: Value };

/** `value` must be what JSON can hold. */
export function pack<Value>(value: Value): Packed<Value> {
  return JSON.stringify(value);
}

/** What `pack` was given. */
export function unpack<Value>(text: Packed<Value>): Value {
  return JSON.parse(text);
}
