import { defineConfig } from "vite";

/** The server's part: one file for the portal and one for the command line. Packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node22",
    rolldownOptions: { input: { main: "src/server/main.ts", cli: "src/server/cli.ts" } },
  },
});
