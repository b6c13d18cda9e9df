import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode, ErrorResponse } from "#contract/errors.ts";
import { isDatabaseAway, isStatementTimeout } from "#server/db/client.ts";
import { AppError, statusOf } from "#server/errors.ts";

/** What Fastify and its plugins throw, as our codes. */
const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_type",
  FST_CP_ERR_INVALID_CONTENT_ENCODING: "unsupported_type",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed",
  FST_ERR_BAD_URL: "not_found",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "unsupported_type",
  FST_PARTS_LIMIT: "too_large",
  FST_FIELDS_LIMIT: "too_large",
};

/** Zod's issues as the type provider hands them over. */
interface Issue {
  readonly instancePath: string;
  readonly message?: string;
}

/** `/prompts/0/answer` is told at `prompts`, the field of the form. */
const fieldOf = (issue: Issue): string => issue.instancePath.split("/")[1] ?? "";

function fromValidation(error: FastifyError & { validation: Issue[]; validationContext?: string }): AppError {
  // An id that is none names nothing.
  if (error.validationContext === "params") return new AppError("not_found");
  const errors: Record<string, string> = {};
  for (const issue of error.validation) errors[fieldOf(issue)] ??= issue.message ?? "Invalid";
  const [first] = Object.entries(errors);
  if (!first || first[0] === "") return new AppError("invalid");
  return new AppError("invalid", first[1], errors);
}

function refusalOf(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation) return fromValidation(error as Parameters<typeof fromValidation>[0]);
  if (isStatementTimeout(error)) return new AppError("server_busy");
  if (isDatabaseAway(error)) return new AppError("service_unavailable");
  const code = FRAMEWORK[error.code] ?? (error.statusCode === 429 ? "rate_limited" : undefined);
  if (code) return new AppError(code);
  return new AppError(error.statusCode && error.statusCode < 500 ? "malformed" : "internal");
}

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the refusal that a request was answered with. */
    refusedAs: ErrorCode | null;
  }
}

/** Answers every refusal of `/api` in one shape; what we did not foresee is logged and told as no more than that. */
export function replyToErrors(app: FastifyInstance): void {
  app.decorateRequest("refusedAs", null);
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    request.refusedAs = refusal.code;
    // Whoever hung up in the middle is no failure of ours.
    const unforeseen = !(error instanceof AppError) && statusOf(refusal.code) >= 500;
    if (unforeseen && !request.raw.aborted) request.log.error({ err: error }, "unforeseen");
    if (refusal.retryAfter !== undefined) reply.header("retry-after", refusal.retryAfter);
    const body: ErrorResponse = { success: false, message: refusal.message, code: refusal.code };
    if (refusal.errors) body.errors = { ...refusal.errors };
    if (refusal.challenge !== undefined) body.challenge = refusal.challenge;
    return reply.status(statusOf(refusal.code)).type("application/json").send(body);
  });
}
