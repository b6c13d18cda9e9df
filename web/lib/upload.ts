import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints, EndpointWith } from "#contract/endpoints.ts";
import { readResponse } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** An upload without progress for this long is aborted. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * `fetch` reports no progress.
 * @param onProgress called with the fraction of bytes sent, 0 to 1
 * @throws ApiError if the server rejects the upload; TypeError if it cannot be reached
 */
export async function upload<Name extends EndpointWith<"multipart">>(
  endpoint: Name,
  form: FormData,
  onProgress: (fraction: number) => void,
): Promise<ResponseOf<Endpoints[Name]>> {
  const token = session.read()?.token;
  const request = new XMLHttpRequest();
  const [method = "", path = ""] = endpoint.split(" ");
  request.open(method, path);
  request.responseType = "json";
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  await new Promise<void>((resolve, reject) => {
    const abort = () => request.abort();
    let stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
      onProgress(loaded / Math.max(total, 1));
    };
    request.onload = () => resolve();
    request.onerror = () => reject(new TypeError("The server could not be reached"));
    request.onabort = () => reject(new TypeError("The server was silent for too long"));
    request.onloadend = () => clearTimeout(stallTimer);
    request.send(form);
  });
  const { status } = request;
  const body = (request.response ?? {}) as { success?: boolean };
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  return readResponse<Name>({ ok: status >= 200 && status < 300, status, headers }, body, token);
}
