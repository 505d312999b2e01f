// The borders of the code in one place. `npm test` checks every import and every file against them (check-layout.ts).

/** Which of our files a folder may import. The longest matching folder applies. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  "src/domain": ["src/domain"],
  "src/contract": ["src/contract", "src/domain"],
  "src/blocks": ["src/blocks", "src/domain"],
  "src/server": ["src/server", "src/contract", "src/domain"],
  // Print uses the same blocks as the screen.
  "src/server/documents/print-document.ts": ["src/server", "src/blocks", "src/contract", "src/domain"],
  "src/server/agreements/print-signed-copy.ts": ["src/server", "src/blocks", "src/domain"],
  "src/server/invoices/print-invoice.ts": ["src/server", "src/blocks", "src/domain"],
  "src/server/public-view/render-view.ts": ["src/server", "src/blocks", "src/contract", "src/domain"],
  "src/web": ["src/web", "src/blocks", "src/contract", "src/domain"],
  "src/web/admin": [
    "src/web/admin",
    "src/web/ui",
    "src/web/lib",
    "src/web/lists",
    "src/web/security",
    "src/web/paths.ts",
    "src/blocks",
    "src/contract",
    "src/domain",
  ],
  // Uses no feature.
  "src/web/ui": [
    "src/web/ui",
    "src/web/lib",
    "src/web/paths.ts",
    "src/blocks/exact.tsx",
    "src/blocks/direction-and-language.ts",
    "src/domain",
    "public/icons",
  ],
  "src/web/lib": ["src/web/lib", "src/web/paths.ts", "src/contract", "src/domain", "public/logo.svg"],
  scripts: ["scripts", "src"],
  "scripts/make-production.ts": ["scripts", "src", "vite.server.config.ts"],
  bench: ["bench", "scripts", "tests/support", "src"],
  tests: ["tests", "scripts", "src"],
  "tests/support/guards/vitest.config.ts": ["tests", "vitest.config.ts"],
  "": ["vite.config.ts"],
};

/** Packages that only these folders may import. Every folder may import other packages. */
export const PACKAGE_ONLY_IN: Record<string, readonly string[]> = {
  "node:": ["src/server", "scripts", "bench", "tests", ""],
  "drizzle-orm": ["src/server", "tests"],
  fastify: ["src/server", "tests"],
  pg: ["src/server", "bench", "tests"],
  "pg-boss": ["src/server"],
  "better-auth": ["src/server", "tests"],
  "@simplewebauthn/": ["src/server/identity"],
  nodemailer: ["src/server"],
  "openid-client": ["src/server/single-sign-on"],
  "oidc-provider": ["tests"],
  sharp: ["src/server/images", "tests"],
  "puppeteer-core": ["src/server/pdf"],
  "@libpdf/": ["src/server/pdf", "src/server/seal", "tests"],
  pkijs: ["src/server/seal", "tests"],
  asn1js: ["src/server/seal", "tests"],
  "age-encryption": ["src/server/backup", "tests"],
  diff: ["src/domain"],
  "playwright-core": ["tests", "bench"],
  react: ["src/blocks", "src/web", "tests"],
  "react-dom": ["src/blocks", "src/web", "tests/support"],
  swr: ["src/web"],
  "@base-ui/": ["src/web"],
  // Pages for clients have no zod to give it.
  "@hookform/resolvers": ["src/web/admin"],
};

/** The files of a server feature that no other feature may import. */
export const OWN_FILES_OF_A_FEATURE = ["present.ts", "noun.ts"];

/** The company's side, which the page for clients never imports. */
export const ADMIN_SIDE = { web: "src/web/admin", contract: "src/contract/admin" };

/** Folders of the web that every feature may import. */
export const WEB_FOUNDATION = ["ui", "lib", "lists", "security"];
/** Folders of the web that may import features. The page of an organization shows the lists of several. */
export const WEB_COMPOSITION = ["shell", "dashboard", "home", "organizations"];

/** The files that may read the environment. */
export const ENVIRONMENT_ONLY_IN = [
  "src/server/start/main.ts",
  "src/server/start/cli.ts",
  "scripts",
  "bench",
  "tests",
  "",
];

/** The files that may open a transaction: every change confirms its caller and writes its audit row. */
export const TRANSACTIONS_ONLY_IN = [
  "src/server/access/change.ts",
  "src/server/installation/migrate.ts",
  // Passes the sign-in library a way to begin a transaction.
  "src/server/identity/library-adapter.ts",
];

/** Files that only one other file may import. */
export const FILE_ONLY_IN: Record<string, string> = {
  "src/server/audit/record.ts": "src/server/access/change.ts",
};

/** Folders that get the time as an argument. */
export const NO_CLOCK_IN = ["src/domain", "src/contract"];

/**
 * The layers of the server, the lowest first: a file imports only its own folder and those before it in this list. "."
 * are the files of src/server itself; one of them that is listed by its name has its own place.
 */
export const SERVER_LAYERS = {
  base: [".", "env", "data-dir", "db", "db-embedded", "schema", "deps.ts"],
  machinery: [
    "lists",
    "rls",
    "noun.ts",
    "jobs",
    "audit",
    "evidence",
    "files",
    "access",
    "live",
    "html",
    "pdf",
    "seal",
    "creation",
    "mail",
    "outside",
    "http",
    "identity",
    "installation",
    "commands",
    "imports",
  ],
  features: [
    "account",
    "notifications",
    "bounces",
    "access-records",
    "images",
    "activity",
    "openings",
    "organizations",
    "backup",
    "health",
    "settings",
    "screens",
    "announcements",
    "retention",
    "invitations",
    "permissions",
    "agreements",
    "home",
    "documents",
    "invoices",
    "pages",
    "templates",
    "sections",
    "bundles",
    "people",
    "products",
    "public-view",
    "work-orders",
    "search",
    "verification",
    "world",
    "drafts",
    "joining",
    "delivery",
    "single-sign-on",
  ],
  start: ["start"],
};

/** One-word file names of a server feature; all other files are named verb-noun.ts. */
export const FEATURE_FILES = ["noun", "queries", "present", "content", "notify"];

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

export const MAX_FILE_LINES = 500;
/** A file with fewer lines that only one file of its folder imports belongs into that file. */
export const SHORT_FILE = 25;
export const MAY_BE_SHORT = [
  // Is imported before all others for its effect.
  "src/web/admin/zod-without-eval.ts",
  // The only file of its feature that may import blocks.
  "src/server/invoices/print-invoice.ts",
];
/** Generated files and data. */
export const LONG_FILES = [
  "package-lock.json",
  "migrations",
  "docs/api",
  "docs/mails.md",
  "docs/texts.md",
  "src/server/world/demo",
];

/** Ways into a library beside its public API: private members, unstable functions, its tables, what it bundled. */
export const LIBRARY_INTERNALS = [
  /\._[a-zA-Z]\w*/,
  /["']_[A-Z]\w+["']/,
  /\bunstable_\w+/,
  /\b(?:update|delete from|insert into) pgboss\./i,
  /\b(?:generateBundle|renderChunk|augmentChunkHash)\b/,
];
export const MAY_USE_INTERNALS = [
  // PGlite does not say that its engine has ended.
  "src/server/db-embedded/stopped-engine.ts",
  // A restore has no running queue.
  "src/server/backup/restore-backup.ts",
];

/** A path on a developer's machine, and the address of a registry. */
export const FORBIDDEN_WORDS = [
  /(?<![\w.~*-])\/(?:home|Users|root|work|workspace)\/\w/,
  /https?:\/\/registry\./,
];
export const WORDS_UNCHECKED = ["scripts/check-layout.test.ts"];
