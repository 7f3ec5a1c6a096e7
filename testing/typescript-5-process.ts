import { registerHooks } from "node:module";

// For `node --import`: openapi-typescript uses the compiler's API, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "typescript" ? "typescript-5" : specifier, context),
});
