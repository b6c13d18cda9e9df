import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "#e2e/support/fixtures.ts";

/** The landing page is interrupted this many bytes after the start of its content. */
const FIRST_BYTES = 5000;
const CONTENT = 'id="landing"';

interface SlowSite {
  readonly address: string;
  /** Sends the rest of the landing page. */
  complete(): void;
  stop(): Promise<void>;
}

/** A proxy for the running Spotter that sends only the beginning of the landing page, until it is completed. */
async function startSlowSite(upstream: string): Promise<SlowSite> {
  const completed = Promise.withResolvers<void>();
  const server = createServer(async (incoming, reply) => {
    const response = await fetch(new URL(incoming.url ?? "/", upstream));
    const type = response.headers.get("content-type") ?? "";
    const body = Buffer.from(await response.arrayBuffer());
    reply.writeHead(response.status, { "content-type": type });
    if (type.startsWith("text/html")) {
      const middle = body.indexOf(CONTENT) + FIRST_BYTES;
      reply.write(body.subarray(0, middle));
      await completed.promise;
      reply.end(body.subarray(middle));
    } else reply.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complete: completed.resolve,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("an app that loads faster than its page starts once the page is complete", async ({ page, baseURL }) => {
  const site = await startSlowSite(baseURL ?? "");
  const loaded = page.waitForResponse(/\/assets\/react-/).then((response) => response.finished());
  // The search lets the app start at once.
  await page.goto(`${site.address}/?from=mail`, { waitUntil: "commit" });
  await loaded;
  // Scripts that do not wait run once all of them have loaded, before the page is idle.
  await page.waitForFunction(() => {
    const scripts = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map(({ href }) => href);
    const finished = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    return scripts.length > 1 && scripts.every((href) => finished.has(href));
  });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  site.complete();
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("main").getByRole("button", { name: "Start Crushing" }).last()).toBeVisible();
  await site.stop();
});
