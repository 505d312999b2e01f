import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/** The scripts and style sheets that a page loads, in bytes (gzip). */
export type PageWeight = { bytes: number; files: { path: string; bytes: number }[] };

const QUIET_MS = 1000;

/** Opens an address and weighs all scripts and styles that it loads until the network is idle, lazy ones included. */
export async function weighPage(page: Page, address: string): Promise<PageWeight> {
  const loading = new Map<string, Promise<number>>();
  let lastAsked = Date.now();
  page.on("response", (response) => {
    if (!["script", "stylesheet"].includes(response.request().resourceType())) return;
    lastAsked = Date.now();
    const { pathname } = new URL(response.url());
    if (!loading.has(pathname))
      loading.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      );
  });
  // A page with routes takes nothing from the cache.
  await page.route("**/*", (route) => route.fallback());
  await page.goto(address, { waitUntil: "load" });
  while (Date.now() - lastAsked < QUIET_MS) await page.waitForTimeout(100);
  const files = await Promise.all([...loading].map(async ([path, bytes]) => ({ path, bytes: await bytes })));
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), files };
}
