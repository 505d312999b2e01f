import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { SMALLER_PACKAGES } from "./scripts/smaller-pages.ts";
import { withoutSchemas } from "./scripts/without-schemas.ts";

/** The clients' screens for the server, which draws the first picture of a page (decision 43). One file. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), withoutSchemas],
  resolve: {
    alias: [
      ...SMALLER_PACKAGES,
      {
        // It needs a browser. Every answer was sanitised as it was read.
        find: "#web/lib/sanitise-html.ts",
        replacement: fileURLToPath(new URL("src/web/picture/as-read.ts", import.meta.url)),
      },
    ],
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
