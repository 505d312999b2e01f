import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The browser's part: what is served at /. */
export default defineConfig({
  root: "src/web",
  publicDir: "../../public",
  plugins: [react(), tailwindcss()],
  resolve: {
    // The server alone checks by the schemas; see docs/decisions/0009.
    alias: { zod: fileURLToPath(new URL("src/web/lib/no-zod.ts", import.meta.url)) },
  },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    sourcemap: false,
    // The content security policy lets pages load only what is served: no data: scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Three files with what screens share, each with all that it needs, instead of one for each small module:
        // what every address loads, what its forms and texts are made of, and what most protected screens use.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router)\//, priority: 3 },
            { name: "base", test: /src\/web\/(router|ui\/(field|notice|text-link))\./, priority: 2 },
            { name: "portal", test: /src\/(contract|web\/(lib|ui))\//, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
