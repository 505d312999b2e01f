import { defineConfig } from "vite";

/** The script of /verify: one file that needs nothing else, so that the page can be saved. */
export default defineConfig({
  root: "src/web",
  publicDir: false,
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    target: "es2023",
    sourcemap: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/web/verify/main.ts",
      output: { format: "iife", entryFileNames: "verify.js" },
    },
  },
});
