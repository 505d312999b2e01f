// The borders of the code in one place. `npm test` holds every import and every file against them (check-layout.ts).

/** A folder and what its files may import of ours; the longest folder that holds a file speaks for it. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  "src/domain": ["src/domain"],
  "src/contract": ["src/contract", "src/domain"],
  "src/blocks": ["src/blocks", "src/domain"],
  "src/server": ["src/server", "src/contract", "src/domain"],
  // What is printed is what the screen shows: the same blocks.
  "src/server/documents/print-document.ts": ["src/server", "src/blocks", "src/contract", "src/domain"],
  "src/server/agreements/print-signed-copy.ts": ["src/server", "src/blocks", "src/domain"],
  "src/server/public-view/render-view.ts": ["src/server", "src/blocks", "src/contract", "src/domain"],
  "src/web": ["src/web", "src/blocks", "src/contract", "src/domain"],
  "src/web/admin": [
    "src/web/admin",
    "src/web/ui",
    "src/web/lib",
    "src/web/lists",
    "src/web/paths.ts",
    "src/blocks",
    "src/contract",
    "src/domain",
  ],
  // Knows no feature.
  "src/web/ui": ["src/web/ui", "src/web/lib", "src/web/paths.ts", "src/domain"],
  "src/web/lib": ["src/web/lib", "src/web/paths.ts", "src/contract", "src/domain"],
  scripts: ["scripts", "src"],
  bench: ["bench", "scripts", "tests/support", "src"],
  tests: ["tests", "scripts", "src"],
  "": ["vite.config.ts"],
};

/** Packages, and the only folders that may import them. What is not named here may be used everywhere. */
export const PACKAGE_ONLY_IN: Record<string, readonly string[]> = {
  "node:": ["src/server", "scripts", "bench", "tests", ""],
  "@puckeditor/": ["src/web/editor"],
  "drizzle-orm": ["src/server", "bench", "tests"],
  fastify: ["src/server", "tests"],
  pg: ["src/server", "bench", "tests"],
  "pg-boss": ["src/server"],
  "better-auth": ["src/server", "tests"],
  nodemailer: ["src/server"],
  sharp: ["src/server/images", "tests"],
  "puppeteer-core": ["src/server/pdf"],
  "playwright-core": ["tests", "bench"],
  react: ["src/blocks", "src/web", "tests"],
  "react-dom": ["src/blocks", "src/web", "tests/support"],
  "react-router": ["src/web", "tests"],
  swr: ["src/web"],
  "@base-ui/": ["src/web"],
};

/** On the server, features and machinery reach each other's sentences and rows, never these. */
export const OWN_FILES_OF_A_FEATURE = ["routes.ts", "present.ts"];

/** The company's side: the page that clients load imports none of it. */
export const ADMIN_SIDE = { web: "src/web/admin", contract: "src/contract/admin" };

/** Folders of the web that are not features: everybody may import them. */
export const WEB_FOUNDATION = ["ui", "lib", "lists"];
/** Folders of the web that put features together. */
export const WEB_COMPOSITION = ["shell", "dashboard"];

/** Where the environment is read. */
export const ENVIRONMENT_ONLY_IN = [
  "src/server/main.ts",
  "src/server/cli.ts",
  "scripts",
  "bench",
  "tests",
  "",
];

/** On the server: every change confirms its caller and keeps its record, so no other file opens a transaction. */
export const TRANSACTIONS_ONLY_IN = [
  "src/server/access/change.ts",
  "src/server/db/migrate.ts",
  // Hands the sign-in library its own way to begin one.
  "src/server/identity/hash-session-tokens.ts",
];

/** Files of ours, and the only one that may import each. */
export const FILE_ONLY_IN: Record<string, string> = {
  "src/server/audit/record.ts": "src/server/access/change.ts",
};

/** Where time arrives as an argument. */
export const NO_CLOCK_IN = ["src/domain", "src/contract"];

/** Folders of the server that are no features: what all features stand on. */
export const SERVER_MACHINERY = [
  "access",
  "audit",
  "creation",
  "db",
  "files",
  "http",
  "identity",
  "jobs",
  "lists",
  "live",
  "mail",
  "pdf",
  "wall",
  "world",
];

/** One-word files that a feature of the server may have; all others are named by what they do: verb-noun.ts. */
export const FEATURE_FILES = ["routes", "queries", "tables", "present", "content", "notify"];

export const FORBIDDEN_NAMES = [
  "utils",
  "util",
  "helpers",
  "helper",
  "common",
  "misc",
  "types",
  "constants",
  "service",
  "services",
  "manager",
  "index",
];

export const LONGEST_FILE = 400;
/** Written by programs, or data. */
export const LONG_FILES = ["package-lock.json", "migrations", "docs/api", "src/server/world/demo"];

/** A path of somebody's machine, and the address of one registry. */
export const FORBIDDEN_WORDS = [
  /(?<![\w.~*-])\/(?:home|Users|root|work|workspace)\/\w/,
  /https?:\/\/registry\./,
];
export const WORDS_UNCHECKED = ["scripts/check-layout.test.ts"];
