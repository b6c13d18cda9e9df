import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#server/errors.ts";

const NUL = "\u0000";

/**
 * Parses JSON whose texts PostgreSQL can keep: no NUL, no half of a surrogate pair. Both can only come escaped, since
 * what is sent is UTF-8.
 */
function parseKeepable(text: string): unknown {
  if (!text.includes("\\u")) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === "string" && (value.includes(NUL) || !value.isWellFormed())) throw new AppError("malformed");
    return value;
  });
}

/** Reads JSON bodies: an empty one is an empty object, whatever the content type says; broken ones are refused. */
export function readBodies(app: FastifyInstance): void {
  const parse = (text: string): unknown => {
    if (text.trim() === "") return {};
    try {
      return parseKeepable(text);
    } catch {
      // Broken, or nested too deeply to be walked.
      throw new AppError("malformed");
    }
  };
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_: FastifyRequest, body: string) =>
    parse(body),
  );
  // Without a content type there may be no body either; with another one it is refused.
  app.addContentTypeParser("*", { parseAs: "string" }, async (_: FastifyRequest, body: string) => {
    if (body === "") return {};
    throw new AppError("unsupported_type");
  });
  app.addHook("preValidation", async (request) => {
    if (request.body === undefined || request.body === null) request.body = {};
  });
}
