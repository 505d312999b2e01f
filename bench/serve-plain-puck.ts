import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";

const ROOT = fileURLToPath(new URL("plain-puck", import.meta.url));

/** Builds the page with plain Puck like the portal's own pages, and serves it. */
export async function servePlainPuck(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), "counterpart-puck-"));
  process.env.NODE_ENV = "production";
  const shared = { root: ROOT, configFile: false, logLevel: "error" } as const;
  await build({
    ...shared,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: "react", test: /node_modules\/(react|react-dom)\// }] },
        },
      },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  return {
    url: server.resolvedUrls?.local[0] ?? "",
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
