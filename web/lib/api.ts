import { LINE_TICKET_HEADER } from "#contract/accounts/line-ticket.ts";
import type { RequestOf, ResponseOf } from "#contract/endpoint.ts";
import type { EndpointName, Endpoints } from "#contract/endpoints.ts";
import type { ErrorResponse, SecondFactor } from "#contract/errors.ts";
import { takeEarlyResponse } from "#web/lib/early-calls.ts";
import { LOGGED_OUT_MESSAGE, session } from "#web/lib/session.ts";
import { appendRetryTime } from "#web/lib/time-ahead.ts";

/** `message` is for people, `code` for programs, `errors` by form field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>>;

  readonly retryAfter: number;

  /** To solve before repeating the call. */
  readonly challenge: string | undefined;

  /** Set if the password alone is not enough. */
  readonly secondFactor: SecondFactor | undefined;

  constructor(status: number, body: Partial<ErrorResponse>, retryAfter = 0) {
    super(body.message ?? "");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.errors = body.errors ?? {};
    this.retryAfter = retryAfter;
    this.challenge = body.challenge;
    this.secondFactor = body.secondFactor;
  }
}

/** The server's own message, else `fallback`; `unreachable` if it did not answer. */
export function getErrorMessage(
  error: unknown,
  fallback: string,
  unreachable = "Something went wrong. Please try again.",
): string {
  return error instanceof ApiError ? error.message || fallback : unreachable;
}

interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

function buildUrl(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

export interface CallOptions {
  readonly keepalive?: boolean;
  readonly token?: string;
  readonly ticket?: string;
}

/** A proxy may answer with no JSON: nothing. @throws TypeError if the response is cut off, which may be asked for again */
export const readJson = (response: Response) =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return {};
    throw error;
  });

/**
 * With the stored token.
 * @param options with `keepalive` the request outlives the page; `token` replaces the stored one; with `ticket` it may be
 * asked for its place in line
 * @throws ApiError if the server rejects the call; TypeError if it cannot be reached
 */
export async function call<Name extends EndpointName>(
  endpoint: Name,
  request: RequestOf<Endpoints[Name]>,
  signal?: AbortSignal,
  { keepalive = false, token = session.read()?.token, ticket }: CallOptions = {},
): Promise<ResponseOf<Endpoints[Name]>> {
  const parts = request as RequestParts;
  const headers = new Headers();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (ticket !== undefined) headers.set(LINE_TICKET_HEADER, ticket);
  if (parts.body !== undefined) headers.set("content-type", "application/json");
  const [method = "", path = ""] = endpoint.split(" ");
  const url = buildUrl(path, parts);
  const early = method === "GET" ? takeEarlyResponse(url, token) : undefined;
  const response = await (early ??
    fetch(url, {
      method,
      headers,
      body: parts.form ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
      keepalive,
      ...(signal && { signal }),
    }));
  return readResponse<Name>(response, await readJson(response), token);
}

/** A 401 ends the session of `token`. @throws ApiError for any response but a successful one */
export function readResponse<Name extends EndpointName>(
  { ok, status, headers }: Pick<Response, "ok" | "status"> & { headers: Pick<Headers, "get"> },
  body: { success?: boolean },
  token: string | undefined,
): ResponseOf<Endpoints[Name]> {
  if (ok && body.success) return body as ResponseOf<Endpoints[Name]>;
  if (status === 401 && token) {
    const reason = (body as Partial<ErrorResponse>).code === "session_suspended" ? "suspended" : "refused";
    if (session.read()?.token === token) session.end(reason);
    // Several calls may fail with the same session. Equal toasts are shown once.
    if (reason === "refused" && !session.read())
      throw new ApiError(status, { ...(body as Partial<ErrorResponse>), message: LOGGED_OUT_MESSAGE });
  }
  throw new ApiError(...withRetryTime(status, body as Partial<ErrorResponse>, Number(headers.get("retry-after")) || 0));
}

/** With the time of the next attempt in the messages. */
function withRetryTime(
  status: number,
  body: Partial<ErrorResponse>,
  seconds: number,
): ConstructorParameters<typeof ApiError> {
  const addTime = (message: string) => appendRetryTime(message, body.code, seconds);
  const { message, errors } = body;
  return [
    status,
    {
      ...body,
      ...(message !== undefined && { message: addTime(message) }),
      ...(errors && {
        errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, addTime(text)])),
      }),
    },
    seconds,
  ];
}
