import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#server/errors.ts";

const NUL = "\u0000";

/** Rejects strings that PostgreSQL cannot store: NUL and lone surrogates. In UTF-8 both only occur as `\u` escapes. */
function parseStorableJson(text: string): unknown {
  if (!text.includes("\\u")) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === "string" && (value.includes(NUL) || !value.isWellFormed())) throw new AppError("malformed");
    return value;
  });
}

/** Parses JSON bodies. An empty body is an empty object, whatever its content type. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = (text: string): unknown => {
    if (text.trim() === "") return {};
    try {
      return parseStorableJson(text);
    } catch {
      // Also a RangeError for deeply nested input.
      throw new AppError("malformed");
    }
  };
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_: FastifyRequest, body: string) =>
    parse(body),
  );
  // Other content types are only accepted without a body.
  app.addContentTypeParser("*", { parseAs: "string" }, async (_: FastifyRequest, body: string) => {
    if (body === "") return {};
    throw new AppError("unsupported_type");
  });
  app.addHook("preValidation", async (request) => {
    if (request.body === undefined || request.body === null) request.body = {};
  });
}
