import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What so many screens share is in files of its own, so that no screen waits for a queue of small ones. */
const SHARED_BY_SCREENS = 6;

/** The client's side, served at /. */
export default defineConfig({
  root: "src/web",
  publicDir: "../../public",
  plugins: [react(), tailwindcss()],
  // Only the server validates with schemas: see docs/decisions/0009-no-zod-in-the-browser.md.
  resolve: { alias: { zod: fileURLToPath(new URL("src/web/lib/no-zod.ts", import.meta.url)) } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    sourcemap: false,
    // The content policy allows only served files: no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        hashCharacters: "hex",
        codeSplitting: {
          minShareCount: SHARED_BY_SCREENS,
          // Calls are small: a file for each noun's would be many requests of one screen.
          groups: [
            { name: "shared" },
            {
              name: "calls",
              test: /src.contract/,
              minShareCount: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 6000,
            },
          ],
        },
      },
    },
  },
});
