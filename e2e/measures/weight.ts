import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** The scripts of a page. */
export interface Weight {
  readonly kib: number;
  readonly files: number;
}

/** Weighs every script that a page asks for, gzipped. The returned function waits until it asks for no more. */
export function weigh(page: Page): () => Promise<Weight> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    const isScript = new URL(response.url()).pathname.endsWith(".js");
    if (isScript) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const bytes = await Promise.all(scripts);
    return { kib: bytes.reduce((sum, one) => sum + one, 0) / 1024, files: bytes.length };
  };
}
