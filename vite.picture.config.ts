import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The clients' screens for the server, which draws the first picture of a page (decision 43). One file. */
export default defineConfig({
  publicDir: false,
  plugins: [react()],
  resolve: {
    alias: {
      // As in the browser: see docs/decisions/0009-no-zod-in-the-browser.md.
      zod: fileURLToPath(new URL("src/web/lib/no-zod.ts", import.meta.url)),
      // It needs a browser. Every answer was sanitised as it was read.
      "#web/lib/sanitise-html.ts": fileURLToPath(new URL("src/web/picture/as-read.ts", import.meta.url)),
    },
  },
  define: { "process.env.NODE_ENV": '"production"' },
  // Bundled, so that the server reads only what the screens use of them.
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist/picture",
    emptyOutDir: true,
    target: "node22",
    minify: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/web/picture/draw-screen.tsx",
      output: { codeSplitting: false },
    },
  },
});
