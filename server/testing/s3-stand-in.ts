import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "#server/platform/adapters/s3-requests.ts";

/**
 * A fake S3 in memory, with the operations that Spotter uses and the faults that tests need. It checks that requests are
 * signed and the SHA-256 of bodies, not the signature. `s3-photo-store.engine.test.ts` runs the same tests on a real store.
 */

const BUCKET = "pictures";
const ACCESS_KEY_ID = "STANDINKEY";
export const STAND_IN_SECRET = "stand-in-secret-that-no-log-may-have";

export type Fault =
  | { readonly kind: "error"; readonly status: number; readonly code: string }
  /** Answers with a page, as another server does. */
  | { readonly kind: "page" }
  /** Never answers. */
  | { readonly kind: "stall" }
  /** Breaks the connection before the answer. */
  | { readonly kind: "reset" }
  /** Sends half of the body and breaks the connection. */
  | { readonly kind: "cut" }
  /** Sends half of the body and then nothing. */
  | { readonly kind: "pause" };

interface PlannedFault {
  readonly fault: Fault;
  readonly method: string;
  times: number;
}

/** A request as `GET ab/ab12…-full.webp`, and whether the client is still connected. */
export interface SeenRequest {
  readonly line: string;
  readonly range: string | undefined;
  isOpen: boolean;
}

export interface S3StandIn {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  readonly seen: SeenRequest[];
  plan(method: string, fault: Fault, times?: number): void;
  reset(): void;
  close(): Promise<void>;
}

function sendError(response: ServerResponse, status: number, code: string, isHead = false): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>A fault</Message></Error>`;
  response.writeHead(status, { "content-type": "application/xml" }).end(isHead ? undefined : xml);
}

/** @returns undefined if the range is not satisfiable */
function slice(bytes: Buffer, range: string | undefined): { part: Buffer; header?: string } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined) return { part: bytes };
  const start = first === "" ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start > end) return undefined;
  return { part: bytes.subarray(start, end + 1), header: `bytes ${start}-${end}/${bytes.length}` };
}

function listPage(objects: Map<string, Buffer>, query: URLSearchParams, pageSize: number): string {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after).sort();
  const page = keys.slice(0, pageSize);
  const items = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`);
  const more = keys.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join("")}</ListBucketResult>`;
}

/** @param pageSize objects of a page of a listing */
export async function startS3StandIn({ pageSize = 1000 } = {}): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const seen: SeenRequest[] = [];
  let planned: PlannedFault[] = [];

  function takeFault(method: string): Fault | undefined {
    const found = planned.find((one) => one.method === method && one.times > 0);
    if (found) found.times--;
    return found?.fault;
  }

  function sendBody(response: ServerResponse, body: Buffer, fault: Fault | undefined): void {
    if (fault === undefined) return void response.end(body);
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      if (fault.kind === "cut") response.destroy();
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams) {
    const { method = "", headers } = request;
    const isHead = method === "HEAD";
    const body = await buffer(request);
    const credential = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.+Signature=[0-9a-f]{64}$/.exec(
      headers.authorization ?? "",
    );
    if (!credential) return sendError(response, 403, "AccessDenied", isHead);
    if (credential[1] !== ACCESS_KEY_ID) return sendError(response, 403, "InvalidAccessKeyId", isHead);
    // As older stores do with the checksums that the SDK adds by default.
    if (headers["x-amz-trailer"] ?? headers["x-amz-sdk-checksum-algorithm"] ?? headers["x-amz-checksum-mode"])
      return sendError(response, 501, "NotImplemented", isHead);
    if (headers["x-amz-content-sha256"] !== createHash("sha256").update(body).digest("hex"))
      return sendError(response, 400, "XAmzContentSHA256Mismatch", isHead);
    const fault = takeFault(method);
    if (fault?.kind === "stall") return;
    if (fault?.kind === "reset") return response.destroy();
    if (fault?.kind === "error") return sendError(response, fault.status, fault.code, isHead);
    if (fault?.kind === "page") return response.writeHead(200, { "content-type": "text/html" }).end("<p>Welcome</p>");
    if (path === "") return response.writeHead(200).end(listPage(objects, query, pageSize));
    if (method === "PUT") {
      if (Number(headers["content-length"]) !== body.length) return sendError(response, 400, "IncompleteBody");
      objects.set(path, body);
      return response.writeHead(200, { etag: '"etag"' }).end();
    }
    if (method === "DELETE") {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const stored = objects.get(path);
    if (!stored) return sendError(response, 404, "NoSuchKey", isHead);
    const found = slice(stored, headers.range);
    if (!found) return sendError(response, 416, "InvalidRange", isHead);
    const { part, header } = found;
    response.writeHead(header ? 206 : 200, {
      "content-length": part.length,
      ...(header && { "content-range": header }),
    });
    return isHead ? response.end() : sendBody(response, part, fault);
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://store");
    const isInHost = request.headers.host?.startsWith(`${BUCKET}.`);
    const [bucket, ...rest] = isInHost ? [BUCKET, pathname.slice(1)] : pathname.slice(1).split("/");
    const path = rest.join("/");
    const entry: SeenRequest = { line: `${request.method} ${path}`, range: request.headers.range, isOpen: true };
    seen.push(entry);
    response.on("close", () => {
      entry.isOpen = false;
    });
    if (bucket !== BUCKET) return sendError(response, 404, "NoSuchBucket", request.method === "HEAD");
    answer(request, response, path, searchParams).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: "us-east-1",
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: STAND_IN_SECRET,
      pathStyle: true,
    },
    objects,
    seen,
    plan: (method, fault, times = 1) => void planned.push({ method, fault, times }),
    reset() {
      planned = [];
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
