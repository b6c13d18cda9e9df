import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

export interface ScriptWeight {
  readonly kib: number;
  readonly files: number;
}

/** Measures all scripts that a page loads, gzipped. The returned function waits until no more are loading. */
export function measureScripts(page: Page): () => Promise<ScriptWeight> {
  const scripts: Promise<number>[] = [];
  let hasNavigated = false;
  page.on("response", (response) => {
    // A response to the previous document may arrive after `goto`, and its body is lost with that document.
    if (response.request().isNavigationRequest()) hasNavigated = true;
    if (!hasNavigated) return;
    const isScript = new URL(response.url()).pathname.endsWith(".js");
    if (isScript) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const bytes = await Promise.all(scripts);
    return { kib: bytes.reduce((sum, one) => sum + one, 0) / 1024, files: bytes.length };
  };
}
