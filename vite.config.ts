import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The client's side, served at /. */
export default defineConfig({
  root: "src/web",
  publicDir: "../../public",
  plugins: [react(), tailwindcss()],
  resolve: {
    // Only the server validates with schemas: see docs/decisions/0009-no-zod-in-the-browser.md.
    alias: { zod: fileURLToPath(new URL("src/web/lib/no-zod.ts", import.meta.url)) },
  },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    sourcemap: false,
    // The content policy allows only served files: no data: scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Three shared files in place of one per small module: the code of every address, of forms and texts, and of
        // most protected screens. The table is a file of its own, which only lists load.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router)\//, priority: 3 },
            { name: "base", test: /src\/web\/(router|ui\/(field|notice|text-link))\./, priority: 2 },
            {
              name: "portal",
              test: /src\/(contract|web\/(lib|ui(?!\/data-table)))\//,
              minShareCount: 5,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
