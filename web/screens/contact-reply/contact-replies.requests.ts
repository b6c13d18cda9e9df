import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { call } from "#web/lib/api.ts";

/** A request must not hang for longer than this: the form is locked while it runs. */
const PATIENCE_MS = 30_000;

/** The answer to who has the link, with the number of their messages. */
export type Answered = Omit<ResponseOf<Endpoints["GET /api/contact/:token"]>, "success">;

/** @throws ApiError */
export const fetchAnswer = (token: string, signal: AbortSignal): Promise<Answered> =>
  call("GET /api/contact/:token", { params: { token } }, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));

/** Repeating it with the same `clientId` is harmless. @throws ApiError */
export const writeBack = (token: string, body: { readonly message: string; readonly clientId: string }) =>
  call("POST /api/contact/:token", { params: { token }, body }, AbortSignal.timeout(PATIENCE_MS));
