import { defineConfig } from "vite";

/** They find files of their own beside their code, load native code, or are loaded only when someone needs them. */
export const NOT_BUNDLED = [
  "@electric-sql/pglite",
  "@fastify/swagger-ui",
  "@simplewebauthn/server",
  "@sparticuz/chromium",
  "@zxcvbn-ts/language-common",
  "pg",
  "puppeteer-core",
  "sharp",
];

/**
 * The server's part: the program, the portal that it starts, and the command line. Packages are bundled: to find and
 * read their two thousand files took a third of a start, and their comments were kept in memory.
 */
export default defineConfig({
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node22",
    rolldownOptions: {
      // Names stay, so that the log says where an error comes from.
      output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
      input: {
        main: "src/server/start/main.ts",
        serve: "src/server/start/serve.ts",
        cli: "src/server/start/cli.ts",
        "backup-step": "src/server/start/backup-step.ts",
      },
    },
  },
});
