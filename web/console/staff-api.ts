import type { RequestOf } from "#contract/endpoint.ts";
import type { StaffEndpointName, StaffEndpoints, StaffResponseOf } from "#contract/moderation/staff-endpoints.ts";
import { ApiError, readJson } from "#web/lib/api.ts";

interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export type StaffRequestOf<Name extends StaffEndpointName> = RequestOf<StaffEndpoints[Name]>;

/** Runs when the server no longer knows the session. */
let onSessionEnded = (): void => undefined;
export const setSessionEndedHandler = (handler: () => void): void => {
  onSessionEnded = handler;
};

function buildUrl(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The server has answered, and done nothing. */
export const isRefused = (error: Error): boolean => error instanceof ApiError && error.status < 500;

/**
 * Without an answer it is unknown whether the server has done it. Only for calls that can be repeated, and not without
 * a network.
 */
export const retryUnanswered = (failures: number, error: Error): boolean =>
  failures < 2 && navigator.onLine !== false && !isRefused(error);

/**
 * The browser adds the session's cookie.
 * @param options with `keepalive` the call is sent although its page is closed
 * @throws ApiError if the server rejects the call; TypeError if it cannot be reached
 */
export async function callStaff<Name extends StaffEndpointName>(
  endpoint: Name,
  request: StaffRequestOf<Name>,
  options: { readonly signal?: AbortSignal; readonly keepalive?: boolean } = {},
): Promise<StaffResponseOf<Name>> {
  const parts = request as RequestParts;
  const [method = "", path = ""] = endpoint.split(" ");
  const response = await fetch(buildUrl(path, parts), {
    method,
    // Browsers send the origin with each request that has a body.
    ...(method !== "GET" && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parts.body ?? {}),
    }),
    ...options,
  });
  const body = await readJson(response);
  if (response.ok && body.success) return body;
  const error = new ApiError(response.status, body, Number(response.headers.get("retry-after")) || 0);
  if (error.code === "unauthorized") onSessionEnded();
  throw error;
}
