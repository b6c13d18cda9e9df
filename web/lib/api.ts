import type { Endpoint, RequestOf, ResponseOf } from "#contract/endpoint.ts";
import type { ErrorResponse } from "#contract/errors.ts";
import { LOGGED_OUT_MESSAGE, session } from "#web/lib/session.ts";
import { appendRetryTime } from "#web/lib/time-ahead.ts";

/** A refusal by the server. `message` is for a person, `code` for the program, `errors` for a form's fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>>;

  /** Seconds after which it may be tried again; 0 where the server names none. */
  readonly retryAfter: number;

  /** The work whose proof lets the call through, where that is what the server asks for. */
  readonly challenge: string | undefined;

  constructor(status: number, refusal: Partial<ErrorResponse>, retryAfter = 0) {
    super(refusal.message ?? "");
    this.status = status;
    this.code = refusal.code ?? "unknown";
    this.errors = refusal.errors ?? {};
    this.retryAfter = retryAfter;
    this.challenge = refusal.challenge;
  }
}

/** The words for a failed call: the server's own where it answered, `refused` where it gave none, `unreachable` where it did not answer. */
export function getErrorMessage(
  error: unknown,
  refused: string,
  unreachable = "Something went wrong. Please try again.",
): string {
  return error instanceof ApiError ? error.message || refused : unreachable;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

function address(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * Calls an endpoint of the contract with the stored token.
 * @returns what the endpoint answers
 * @throws ApiError when the server refuses; TypeError when it cannot be reached
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const parts = sent as Parts;
  const token = session.read()?.token;
  const headers = new Headers();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (parts.body !== undefined) headers.set("content-type", "application/json");
  const response = await fetch(address(endpoint.path, parts), {
    method: endpoint.method,
    headers,
    body: parts.form ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
    ...(signal && { signal }),
  });
  return readResponse<E>(response, await response.json().catch(() => ({})), token);
}

/** What an answer to a call with `token` holds. A login that has ended is forgotten. @throws ApiError when it is a refusal */
export function readResponse<E extends Endpoint>(
  { ok, status, headers }: Pick<Response, "ok" | "status"> & { headers: Pick<Headers, "get"> },
  answer: { success?: boolean },
  token: string | undefined,
): ResponseOf<E> {
  if (ok && answer.success) return answer as ResponseOf<E>;
  if (status === 401 && token) {
    const why = (answer as Partial<ErrorResponse>).code === "session_suspended" ? "suspended" : "refused";
    if (session.read()?.token === token) session.end(why);
    // In these words it is said once, whoever else tells that their call was refused.
    if (why === "refused" && !session.read())
      throw new ApiError(status, { ...(answer as Partial<ErrorResponse>), message: LOGGED_OUT_MESSAGE });
  }
  throw new ApiError(...worded(status, answer as Partial<ErrorResponse>, Number(headers.get("retry-after")) || 0));
}

/** The same refusal, with the time from which it goes on in its words. */
function worded(
  status: number,
  refusal: Partial<ErrorResponse>,
  seconds: number,
): ConstructorParameters<typeof ApiError> {
  const words = (message: string) => appendRetryTime(message, refusal.code, seconds);
  const { message, errors } = refusal;
  return [
    status,
    {
      ...refusal,
      ...(message !== undefined && { message: words(message) }),
      ...(errors && { errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, words(text)])) }),
    },
    seconds,
  ];
}
