import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What is put out. `half`: a new version's pages name parts that are not there; `away`: something before the server answers in
 * their place; `again`: the same version once more, half there.
 */
export type Release = "whole" | "half" | "away" | "again";

/** A Spotter that puts out a new version: it stands before the one that runs, and changes what a new build would change. */
export interface ReleaseProxy {
  readonly address: string;
  /** From now on there is another worker, a new version's but for `again`. */
  release(how: Release): void;
  stop(): Promise<void>;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const part of answer) text += part;
  return text;
}

/** @param behind the address of the Spotter that answers */
export async function startReleaseProxy(behind: string): Promise<ReleaseProxy> {
  let released: Release | undefined;
  const asNew = (path: string, text: string): string => {
    if (path === "/sw.js" && released === "again") return `${text}//`;
    if (path === "/sw.js") {
      const version = released === "away" ? "11111111" : "00000000";
      return text.replace(/(version:\W)[0-9a-f]{8}/, (_, before: string) => before + version);
    }
    if (released === "away") return "<!doctype html><title>Back soon</title>";
    return released === "whole" ? text : text.replaceAll("/assets/index-", "/assets/other-");
  };
  const answerTo = async (asked: IncomingMessage, reply: ServerResponse) => {
    const path = asked.url ?? "/";
    const changed = released !== undefined && ["/", "/sw.js"].includes(path);
    const headers = { ...asked.headers };
    if (changed) {
      // It is asked for whole, and as text.
      for (const name of ["if-none-match", "if-modified-since", "accept-encoding"]) delete headers[name];
    }
    const passed = request(new URL(path, behind), { method: asked.method, headers }, async (answer) => {
      const status = answer.statusCode ?? 502;
      if (!changed) {
        reply.writeHead(status, answer.headers);
        answer.pipe(reply);
        return;
      }
      const text = asNew(path, await textOf(answer));
      reply.writeHead(status, { ...answer.headers, "content-length": Buffer.byteLength(text) });
      reply.end(text);
    });
    passed.on("error", () => reply.destroy());
    asked.pipe(passed);
  };
  const server = createServer((asked, reply) => void answerTo(asked, reply));
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
