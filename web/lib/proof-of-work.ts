import type { Endpoint, RequestOf, ResponseOf } from "#contract/endpoint.ts";
import { ApiError, call } from "#web/lib/api.ts";

/** What is demanded may grow while the browser is at work, but not for long. */
const PROOFS_MAX = 3;

/** @returns what `challenge` was solved to, or undefined where this browser cannot */
function solve(challenge: string): Promise<object | undefined> {
  const { promise, resolve } = Promise.withResolvers<object | undefined>();
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => resolve(data ?? undefined));
  worker.addEventListener("error", () => resolve(undefined));
  worker.postMessage(JSON.parse(challenge));
  return promise.finally(() => worker.terminate());
}

type WithProof = Endpoint & { readonly body: NonNullable<Endpoint["body"]> };

/**
 * Calls an endpoint that may demand a proof of work, does the work in a worker, and repeats the call with it. The solver is
 * loaded when it is needed.
 * @param patience makes the signal for each call
 * @returns what the endpoint answers
 * @throws ApiError when the server refuses; TypeError when it cannot be reached
 */
export async function callWithProof<E extends WithProof>(
  endpoint: E,
  sent: RequestOf<E>,
  patience: () => AbortSignal,
): Promise<ResponseOf<E>> {
  let proved = sent;
  for (let proofs = 0; ; proofs++) {
    try {
      return await call(endpoint, proved, patience());
    } catch (error) {
      if (!(error instanceof ApiError) || error.challenge === undefined || proofs === PROOFS_MAX) throw error;
      const solution = await solve(error.challenge);
      if (!solution) throw error;
      const proof = JSON.stringify({ challenge: JSON.parse(error.challenge), solution });
      proved = { ...(sent as object), body: { ...(sent as { body: object }).body, proof } } as RequestOf<E>;
    }
  }
}
