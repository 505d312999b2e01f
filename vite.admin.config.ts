import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The company's side: a separate page at /admin with its own build, so that clients load none of it. */
export default defineConfig({
  root: "src/web",
  publicDir: false,
  plugins: [react(), tailwindcss()],
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
        // Few files: what so many screens share is in files of its own.
        codeSplitting: { minShareCount: 18, groups: [{ name: "shared" }] },
      },
    },
  },
});
