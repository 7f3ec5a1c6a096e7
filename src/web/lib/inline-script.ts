/**
 * An inline script that calls a function, from the function's own source, so that it is type-checked, bundled
 * and tested like any other. The function may use only its arguments and the browser's globals.
 */
export function inlineScript<Arguments extends readonly (number | (() => void))[]>(
  run: (...args: Arguments) => void,
  ...args: Arguments
): string {
  return `(${run.toString()})(${args.map(String).join(",")})`;
}
