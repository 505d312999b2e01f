import { defineConfig, type Plugin } from "vite";

/** They find files of their own beside their code, load native code, or are loaded only when somebody needs them. */
const NOT_BUNDLED = [
  "@electric-sql/pglite",
  "@fastify/swagger-ui",
  "@simplewebauthn/server",
  "@sparticuz/chromium",
  "@zxcvbn-ts/language-common",
  "pg",
  "puppeteer-core",
  "sharp",
];

/** Node keeps a program's text in memory, and twice as large if it has a single letter beyond Latin. */
const latinOnly: Plugin = {
  name: "latin-only",
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk") continue;
      part.code = part.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

/**
 * The server's part: the program, the portal that it starts, and the command line. Packages are bundled: to find and read
 * their two thousand files took a third of a start, and their comments were kept in memory.
 */
export default defineConfig({
  publicDir: false,
  plugins: [latinOnly],
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
      },
    },
  },
});
