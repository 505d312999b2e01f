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
    // A script does not name the files of the screens that it fetches, which follow from their imports: they would weigh
    // on every page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: {
      // They declare words, rules and calls: a file of which nothing is used does nothing.
      treeshake: { moduleSideEffects: [{ test: /src.(domain|contract)/, sideEffects: false }] },
      output: {
        hashCharacters: "hex",
        // The names of shared calls list their screens, and every page loads the names of all files.
        chunkFileNames: ({ name }) => `assets/${name.startsWith("calls") ? "calls" : "[name]"}-[hash].js`,
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
