import type { Endpoint, ResponseOf } from "#contract/endpoint.ts";
import { readResponse } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** An upload that nothing has been heard of for so long is given up. */
const PATIENCE_MS = 60_000;

/**
 * Sends files to an endpoint of the contract, and tells how far they are, which `fetch` cannot.
 * @param onProgress called with the share of the bytes that have gone out, 0 to 1
 * @returns what the endpoint answers
 * @throws ApiError when the server refuses; TypeError when it cannot be reached
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<ResponseOf<E>> {
  const token = session.read()?.token;
  const request = new XMLHttpRequest();
  request.open(endpoint.method, endpoint.path);
  request.responseType = "json";
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => request.abort();
    let patience = setTimeout(giveUp, PATIENCE_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(patience);
      patience = setTimeout(giveUp, PATIENCE_MS);
      onProgress(loaded / Math.max(total, 1));
    };
    request.onload = () => resolve();
    request.onerror = () => reject(new TypeError("The server could not be reached"));
    request.onabort = () => reject(new TypeError("The server was silent for too long"));
    request.onloadend = () => clearTimeout(patience);
    request.send(form);
  });
  const { status } = request;
  const answer = (request.response ?? {}) as { success?: boolean };
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  return readResponse<E>({ ok: status >= 200 && status < 300, status, headers }, answer, token);
}
