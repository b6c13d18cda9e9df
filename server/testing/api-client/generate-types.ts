import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const TYPESCRIPT_API = pathToFileURL(`${import.meta.dirname}/typescript-api.ts`).href;

/**
 * Generates the types of a client with `openapi-typescript`.
 * @param document an OpenAPI document as JSON
 * @returns the source of a module that exports `paths`
 */
export async function generateTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === "typescript" && context.parentURL?.includes("/openapi-typescript/")
        ? { url: TYPESCRIPT_API, shortCircuit: true }
        : next(name, context),
  });
  try {
    const { default: openapiTs, astToString } = await import("openapi-typescript");
    return astToString(await openapiTs(document, { silent: true }));
  } finally {
    hooks.deregister();
  }
}
