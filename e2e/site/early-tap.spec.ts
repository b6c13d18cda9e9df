import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createEnginePage } from "#e2e/support/engine-page.ts";
import { ENGINES, hasEngine, launchEngine } from "#e2e/support/engines.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

/** In both directions of the network. */
const LATENCY_MS = 400;
/** The chunk of the first page, without which its app does not start. */
const CHUNK = /^\/assets\/faq-.*\.js$/;

interface SlowSite {
  readonly address: string;
  /** Paths of the pages that were requested. */
  readonly pages: readonly string[];
  /** Resolves when the app of the first page is starting: its entry runs, and waits for the chunk of the page. */
  readonly starting: Promise<void>;
  /** Answers for the chunk from now on. */
  release(): void;
  stop(): Promise<void>;
}

async function startSlowSite(upstream: string): Promise<SlowSite> {
  const [starting, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pages: string[] = [];
  const server = createServer(async (incoming, reply) => {
    const path = incoming.url ?? "/";
    if (CHUNK.test(path)) {
      starting.resolve();
      await released.promise;
    }
    const response = await fetch(new URL(path, upstream), { headers: { accept: incoming.headers.accept ?? "*/*" } });
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/html")) pages.push(path);
    const body = Buffer.from(await response.arrayBuffer());
    await pause(LATENCY_MS);
    reply.writeHead(response.status, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    starting: starting.promise,
    release: released.resolve,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const engine of ENGINES) {
  test(`a link that is pressed before the page has started leads where it says, in ${engine}`, async ({ baseURL }) => {
    // In CI, a browser that cannot be installed is a failure.
    test.skip(!process.env["CI"] && !hasEngine(engine), `${engine} is not installed`);
    const site = await startSlowSite(baseURL ?? "");
    const tab = await launchEngine(engine);
    try {
      const page = createEnginePage(tab);
      await tab.open(`${site.address}/faq`);
      await page.see("link", "Contact");
      await site.starting;
      await page.press("link", "Contact");
      await page.waitForPath("/contact");
      await page.see("field", "Message");
      expect(site.pages).toEqual(["/faq", "/contact"]);
      site.release();
      // The page may have been kept as it was left.
      await tab.back();
      await page.waitForPath("/faq");
      await page.press("button", "Login");
      await page.see("field", "Email");
      expect(tab.errors).toEqual([]);
    } finally {
      await tab.close();
      await site.stop();
    }
  });
}
