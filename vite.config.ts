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
    modulePreload: {
      // The names of what the search and demands need would weigh on every page; their styles must come with them.
      resolveDependencies: (file, needed) =>
        /client-search|meet-demand/.test(file) ? needed.filter((one) => one.endsWith(".css")) : needed,
    },
    rolldownOptions: {
      output: {
        // Four shared files in place of one per small module: the code of every address, of forms and texts, of most
        // protected screens, and of all of them. The table is a file of its own, which only lists load.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router)\//, priority: 4 },
            {
              name: "base",
              test: /src\/web\/(router|lib\/(explain-failure|demands)|ui\/(field|notice|text-link))\./,
              priority: 3,
            },
            {
              name: "portal",
              test: /src\/(contract(?!\/agreements)|web\/(lib|ui(?!\/data-table)))\//,
              minShareCount: 5,
              priority: 2,
            },
            {
              name: "signed-in",
              test: /src\/(web\/(shell\/(signed-in-layout|use-switch-organization|nav-links)|account\/(use-update-profile|follow-switch)|ui\/(search-|leave))|domain\/lists\/comparable-text)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
