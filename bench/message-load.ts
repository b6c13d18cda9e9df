import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";

/**
 * The load of a worker thread. Its clients each wait for their response. A separate thread keeps them off the server's.
 */
export interface Load {
  readonly addresses: readonly string[];
  readonly path: string;
  readonly writers: readonly { readonly token: string; readonly receiverId: string }[];
  readonly seconds: number;
  /** Clients that write concurrently, each for several writers in turn. The default is one per writer. */
  readonly lanes?: number;
}

const { addresses, path, writers, seconds, lanes = writers.length } = workerData as Load;
const agent = new Agent({ keepAlive: true, maxSockets: lanes });
const until = performance.now() + seconds * 1000;

const send = (address: string, token: string, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(address + path, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 201 ? resolve() : reject(new Error(String(response.statusCode))),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });

const counts = await Promise.all(
  Array.from({ length: lanes }, async (_, lane) => {
    const own = writers
      .filter((__, i) => i % lanes === lane)
      .map(({ token, receiverId }) => ({
        token,
        body: JSON.stringify({ receiverId, content: "How about Thursday, after leg day?" }),
      }));
    const address = addresses[lane % addresses.length] ?? "";
    let count = 0;
    for (; performance.now() < until; count++) {
      const one = own[count % own.length];
      if (!one) break;
      await send(address, one.token, one.body);
    }
    return count;
  }),
);
agent.destroy();
parentPort?.postMessage(counts.reduce((sum, count) => sum + count, 0) / seconds);
