import { defineConfig } from "vite";

/** The server's part: the program, the portal that it starts, and the command line. Packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node22",
    rolldownOptions: {
      input: { main: "src/server/main.ts", serve: "src/server/serve.ts", cli: "src/server/cli.ts" },
    },
  },
});
