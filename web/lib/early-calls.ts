declare global {
  /** By URL, from the inline script and with the stored token (`web/inline/early-calls.ts`). */
  var earlyCalls: { readonly token: string; readonly responses: Map<string, Promise<Response>> } | undefined;
}

/** A response that is not taken over by then is outdated. */
const MAX_AGE_MS = 30_000;

/** The page has sent it before its scripts had loaded. Each request is used at most once. */
export function takeEarlyResponse(url: string, token: string | undefined): Promise<Response> | undefined {
  const { earlyCalls } = globalThis;
  const response = earlyCalls?.responses.get(url);
  if (!earlyCalls || !response) return undefined;
  earlyCalls.responses.delete(url);
  return earlyCalls.token === token && performance.now() < MAX_AGE_MS ? response : undefined;
}
