import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { call } from "#web/lib/api.ts";

const PATIENCE_MS = 30_000;

/** A decision about the member who got the link, and their appeal. */
export type Appeal = ResponseOf<Endpoints["GET /api/appeals/:token"]>;

/** @throws ApiError `not_found` for an invalid link */
export const fetchAppeal = (token: string, signal: AbortSignal): Promise<Appeal> =>
  call("GET /api/appeals/:token", { params: { token } }, signal);

/** @throws ApiError `not_found`, `appeal_sent`, `appeal_too_late` */
export const sendAppeal = (token: string, words: string): Promise<Appeal> =>
  call("POST /api/appeals/:token", { params: { token }, body: { words } }, AbortSignal.timeout(PATIENCE_MS));
