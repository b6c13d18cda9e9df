import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";

/** Writers that each wait for their answer, in a thread of their own so that the server's is not theirs. */
export interface Load {
  readonly addresses: readonly string[];
  readonly path: string;
  readonly writers: readonly { readonly token: string; readonly receiverId: string }[];
  readonly seconds: number;
}

const { addresses, path, writers, seconds } = workerData as Load;
const agent = new Agent({ keepAlive: true, maxSockets: writers.length });
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
  writers.map(async ({ token, receiverId }, i) => {
    const body = JSON.stringify({ receiverId, content: "How about Thursday, after leg day?" });
    let count = 0;
    for (; performance.now() < until; count++) await send(addresses[i % addresses.length] ?? "", token, body);
    return count;
  }),
);
agent.destroy();
parentPort?.postMessage(counts.reduce((sum, count) => sum + count, 0) / seconds);
