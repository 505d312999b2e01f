import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { withoutDevtools, withoutOldBrowsers } from "./scripts/smaller-pages.ts";

/** The company's side: a separate page at /admin with its own build, so that clients load none of it. */
export default defineConfig({
  root: "src/web",
  publicDir: false,
  plugins: [react(), tailwindcss(), withoutOldBrowsers, withoutDevtools],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/web/admin/index.html",
      output: {
        // Fonts are named as in the clients' build, so that a preview finds them in the browser's cache.
        hashCharacters: "hex",
        entryFileNames: "assets/admin-[hash].js",
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom)\//, priority: 2 },
            {
              name: "admin-portal",
              // Only forms and details need what forms share and the sanitiser of rich text, and only the editor and what sends pages blocks.
              test: /src\/(contract|domain(?!\/(page|pricing|drafts|templates)\/)|web\/(lib|ui))\/(?!(begin-save|keep-unsaved|use-newest|rich-text|sanitise-html)\.)/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
