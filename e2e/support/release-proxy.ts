import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Release = "whole" | "half";

export interface ReleaseProxy {
  readonly address: string;
  /** The service worker has changed from then on. */
  release(how: Release): void;
  stop(): Promise<void>;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const part of answer) text += part;
  return text;
}

/** @param upstream the address of the running Spotter */
export async function startReleaseProxy(upstream: string): Promise<ReleaseProxy> {
  let released: Release | undefined;
  const changeResponse = (path: string, text: string): string => {
    if (path === "/sw.js") return text.replace(/(version:\W)[0-9a-f]{8}/, (_, before: string) => `${before}00000000`);
    return released === "whole" ? text : text.replaceAll("/assets/index-", "/assets/other-");
  };
  const answerTo = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const path = incoming.url ?? "/";
    const changed = released !== undefined && ["/", "/sw.js"].includes(path);
    const headers = { ...incoming.headers };
    if (changed) {
      // The response must be complete and uncompressed.
      for (const name of ["if-none-match", "if-modified-since", "accept-encoding"]) delete headers[name];
    }
    const passed = request(new URL(path, upstream), { method: incoming.method, headers }, async (answer) => {
      const status = answer.statusCode ?? 502;
      if (!changed) {
        reply.writeHead(status, answer.headers);
        answer.pipe(reply);
        return;
      }
      const text = changeResponse(path, await textOf(answer));
      reply.writeHead(status, { ...answer.headers, "content-length": Buffer.byteLength(text) });
      reply.end(text);
    });
    passed.on("error", () => reply.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, reply) => void answerTo(incoming, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release(how) {
      released = how;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
