import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { type Serving, serveOnLoopback } from "./serve-on-loopback.ts";

const ROOT = fileURLToPath(new URL("plain-screen", import.meta.url));

/** Builds react-dom and the router with one screen for production, and serves them compressed from memory. */
export async function servePlainScreen(): Promise<Serving> {
  process.env.NODE_ENV = "production";
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: { write: false, target: "es2023" },
  });
  const files = new Map(
    (built as Rolldown.RolldownOutput).output.map((file) => [
      `/${file.fileName}`,
      brotliCompressSync(file.type === "chunk" ? file.code : file.source),
    ]),
  );
  const server = createServer(({ url = "" }, reply) => {
    const isScript = files.has(url);
    const type = `${isScript ? "text/javascript" : "text/html"}; charset=utf-8`;
    reply.writeHead(200, { "content-type": type, "content-encoding": "br" });
    reply.end(files.get(isScript ? url : "/index.html"));
  });
  return serveOnLoopback(server);
}
