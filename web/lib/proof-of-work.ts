import type { RequestOf, ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints, EndpointWith } from "#contract/endpoints.ts";
import { ApiError, type CallOptions, call } from "#web/lib/api.ts";

const MAX_PROOFS = 3;

/** @returns the solution, or undefined if this browser cannot find it */
function solve(challenge: string): Promise<object | undefined> {
  const { promise, resolve } = Promise.withResolvers<object | undefined>();
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => resolve(data ?? undefined));
  worker.addEventListener("error", () => resolve(undefined));
  worker.postMessage(JSON.parse(challenge));
  return promise.finally(() => worker.terminate());
}

/**
 * Computes the proof in a worker and repeats the call. The solver loads on demand.
 * @param createSignal called for each attempt
 * @throws ApiError if the server rejects the call; TypeError if it cannot be reached
 */
export async function callWithProof<Name extends EndpointWith<"body">>(
  endpoint: Name,
  request: RequestOf<Endpoints[Name]>,
  createSignal: () => AbortSignal,
  options?: CallOptions,
): Promise<ResponseOf<Endpoints[Name]>> {
  let attempt = request;
  for (let proofs = 0; ; proofs++) {
    try {
      return await call(endpoint, attempt, createSignal(), options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.challenge === undefined || proofs === MAX_PROOFS) throw error;
      const solution = await solve(error.challenge);
      if (!solution) throw error;
      const proof = JSON.stringify({ challenge: JSON.parse(error.challenge), solution });
      attempt = { ...(request as object), body: { ...(request as { body: object }).body, proof } } as RequestOf<
        Endpoints[Name]
      >;
    }
  }
}
