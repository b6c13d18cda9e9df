import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode, ErrorResponse } from "#contract/errors.ts";
import { AppError, statusOf } from "#server/errors.ts";
import { PhotoStoreError } from "#server/platform/adapters/photo-store.ts";
import { isDatabaseUnavailable, isStatementTimeout } from "#server/platform/db/client.ts";

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
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

/** A Zod issue as the type provider passes it on. */
interface Issue {
  readonly instancePath: string;
  readonly message?: string;
}

/** `/prompts/0/answer` is reported at `prompts`, the field of the form. */
const fieldOf = (issue: Issue): string => issue.instancePath.split("/")[1] ?? "";

function fromValidation(error: FastifyError & { validation: Issue[]; validationContext?: string }): AppError {
  // An invalid id cannot exist.
  if (error.validationContext === "params") return new AppError("not_found");
  const errors: Record<string, string> = {};
  for (const issue of error.validation) errors[fieldOf(issue)] ??= issue.message ?? "Invalid";
  const [first] = Object.entries(errors);
  if (!first || first[0] === "") return new AppError("invalid");
  return new AppError("invalid", first[1], errors);
}

/** Seconds until a client tries again while the database restarts or another server takes over. */
const UNAVAILABLE_S = 2;

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation) return fromValidation(error as Parameters<typeof fromValidation>[0]);
  if (isStatementTimeout(error)) return AppError.busy(2);
  if (isDatabaseUnavailable(error) || error instanceof PhotoStoreError)
    return AppError.wait(UNAVAILABLE_S, undefined, "service_unavailable");
  const code = FRAMEWORK_CODES[error.code] ?? (error.statusCode === 429 ? "rate_limited" : undefined);
  if (code) return new AppError(code);
  return new AppError(error.statusCode && error.statusCode < 500 ? "malformed" : "internal");
}

declare module "fastify" {
  interface FastifyRequest {
    errorCode: ErrorCode | null;
  }
}

/** Responds to every error in one shape. Unexpected errors are logged, and their details are not sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest("errorCode", null);
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const appError = toAppError(error);
    request.errorCode = appError.code;
    // The store has logged its failure.
    const isKnown = error instanceof AppError || error instanceof PhotoStoreError;
    const isUnexpected = !isKnown && statusOf(appError.code) >= 500;
    // A client that disconnected is not a server error.
    if (isUnexpected && !request.raw.aborted) request.log.error({ err: error }, "unhandled request error");
    if (appError.retryAfter !== undefined) reply.header("retry-after", appError.retryAfter);
    const body: ErrorResponse = { success: false, message: appError.message, code: appError.code };
    if (appError.errors) body.errors = { ...appError.errors };
    if (appError.challenge !== undefined) body.challenge = appError.challenge;
    if (appError.secondFactor) body.secondFactor = { ...appError.secondFactor };
    return reply.status(statusOf(appError.code)).type("application/json").send(body);
  });
}
