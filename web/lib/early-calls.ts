declare global {
  /** GET requests that the inline script has sent with the stored token, by URL (`web/inline/early-calls.ts`). */
  var earlyCalls: { readonly token: string; readonly responses: Map<string, Promise<Response>> } | undefined;
}

/** A response that is not taken over by then is outdated. */
const MAX_AGE_MS = 30_000;

/** Takes over a request that the page sent before its scripts had loaded. Each one is used at most once. */
export function takeEarlyResponse(url: string, token: string | undefined): Promise<Response> | undefined {
  const { earlyCalls } = globalThis;
  const response = earlyCalls?.responses.get(url);
  if (!earlyCalls || !response) return undefined;
  earlyCalls.responses.delete(url);
  return earlyCalls.token === token && performance.now() < MAX_AGE_MS ? response : undefined;
}
