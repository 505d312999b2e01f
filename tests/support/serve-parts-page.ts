import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const PAGE = fileURLToPath(new URL("parts-page", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../../public", import.meta.url));

const MEDIA_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves the data table and the text editor alone, with options that no screen uses yet, under the content policy. */
export async function servePartsPage(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-page-"));
  await buildPage(folder);
  const page = await readFile(join(folder, "index.html"), "utf8");

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = join(folder, normalize(pathname));
      if (extname(pathname) !== "" && existsSync(file)) {
        response.setHeader("content-type", MEDIA_TYPES[extname(pathname)] ?? "application/octet-stream");
        response.end(await readFile(file));
        return;
      }
      const nonce = randomBytes(16).toString("hex");
      response.setHeader("content-type", MEDIA_TYPES[".html"] ?? "");
      response.setHeader(
        "content-security-policy",
        `default-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:`,
      );
      response.end(page.replace("%CSP_NONCE%", nonce));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A production build, like the portal's: the test runner's NODE_ENV would make a development build. */
async function buildPage(outDir: string): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: CONFIG,
      root: PAGE,
      publicDir: PUBLIC,
      logLevel: "error",
      build: { outDir, emptyOutDir: true },
    });
  } finally {
    process.env.NODE_ENV = before;
  }
}
