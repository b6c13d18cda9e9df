import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#server/errors.ts";

const NUL = "\u0000";

/** Whether any text in it holds a NUL, which PostgreSQL cannot keep. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NUL);
  if (Array.isArray(value)) return value.some(holdsNul);
  if (value && typeof value === "object") {
    return Object.entries(value).some(([key, inner]) => key.includes(NUL) || holdsNul(inner));
  }
  return false;
}

/** Reads JSON bodies: an empty one is an empty object, whatever the content type says; broken ones are refused. */
export function readBodies(app: FastifyInstance): void {
  const parse = (text: string): unknown => {
    if (text.trim() === "") return {};
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new AppError("malformed");
    }
    if (text.includes("\\u0000") && holdsNul(value)) throw new AppError("malformed");
    return value;
  };
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_: FastifyRequest, body: string) =>
    parse(body),
  );
  // Without a content type there may be no body either; with another one it is refused.
  app.addContentTypeParser("*", { parseAs: "string" }, async (_: FastifyRequest, body: string) => {
    if (body === "") return {};
    throw new AppError("wrong_type");
  });
  app.addHook("preValidation", async (request) => {
    if (request.body === undefined || request.body === null) request.body = {};
  });
}
