/**
 * An inline script that calls a function, by the function's own source, so that it is checked, built and tested
 * like any other. It may use only its arguments and the browser's globals.
 */
export function inlineScript<Arguments extends readonly (number | (() => void))[]>(
  run: (...args: Arguments) => void,
  ...args: Arguments
): string {
  return `(${run.toString()})(${args.map(String).join(",")})`;
}
