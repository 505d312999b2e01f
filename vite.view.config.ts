import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The script of the public view, built separately, so that it holds no part of the portal. */
export default defineConfig({
  root: "src/web",
  publicDir: false,
  plugins: [react()],
  resolve: {
    // Only the server validates with schemas: see docs/decisions/0009-no-zod-in-the-browser.md.
    alias: {
      zod: fileURLToPath(new URL("src/web/lib/no-zod.ts", import.meta.url)),
      // A page that is read and ticked needs a tenth of React: see docs/decisions/0046-weight.md.
      "react-dom/client": "preact/compat/client",
      "react/jsx-runtime": "preact/jsx-runtime",
      react: "preact/compat",
    },
  },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    manifest: "view-manifest.json",
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      // They declare words and rules: a file of which nothing is used does nothing.
      treeshake: { moduleSideEffects: [{ test: /src.(domain|contract)/, sideEffects: false }] },
      input: "src/web/public-view/main.tsx",
      output: { entryFileNames: "assets/view-[hash].js", assetFileNames: "assets/[name]-[hash][extname]" },
    },
  },
});
