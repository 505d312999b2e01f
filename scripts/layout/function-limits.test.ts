import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDialect, countDialect, MAX_DIALECT } from "./dialect.ts";
import { findLongFunctions } from "./function-limits.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const OXLINT = join(ROOT, "node_modules", "oxlint", "bin", "oxlint");

const functionOf = (lines: number) =>
  `export function work() {\n${"  console.log(1);\n".repeat(lines - 2)}}\n`;
const branches = (count: number) =>
  `export function work(a: number) {\n${"  if (a > 1) console.log(a);\n".repeat(count)}}\n`;
const cases = (count: number) =>
  `export function work(a: number) {\n  switch (a) {\n${Array.from({ length: count }, (_, at) => `    case ${at}:\n`).join("")}      console.log(a);\n  }\n}\n`;

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "counterpart-functions-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "src"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "src", name), text);
  return root;
}

test("HOUSE-7 a function has at most 60 lines, 120 beside JSX, and 15 branches; a switch is one branch", () => {
  const root = plant({
    "long.ts": functionOf(61),
    "within.ts": functionOf(60),
    "long-view.tsx": functionOf(121),
    "view.tsx": functionOf(120),
    "branches.ts": branches(16),
    "few.ts": branches(15),
    "cases.ts": cases(30),
    "long.test.ts": functionOf(200),
  });
  expect(findLongFunctions(root).toSorted()).toEqual([
    "src/branches.ts:1",
    "src/long-view.tsx:1",
    "src/long.ts:1",
  ]);
});

test("HOUSE-7 the lint of npm test refuses a planted long function and a spread of a literal", () => {
  const lint = (text: string) =>
    spawnSync(
      process.execPath,
      [OXLINT, "--config", join(ROOT, ".oxlintrc.json"), "--deny-warnings", "src"],
      {
        cwd: plant({ "planted.ts": text }),
        encoding: "utf8",
      },
    );
  expect(lint(functionOf(60)).status).toBe(0);
  expect(lint(functionOf(61)).stdout).toContain("max-lines-per-function");
  expect(lint(branches(16)).stdout).toContain("eslint(complexity)");
  const packed = "export const pack = (a: number, b: number) => ({ ...{ a, b }, c: 1 });\n";
  expect(lint(packed).stdout).toContain("no-useless-spread");
});

test("HOUSE-9 words and identifiers of the dialect are counted, but not those of libraries", () => {
  const texts = [
    {
      path: "src/a.ts",
      text: "// Nobody is told.\nkeepRow(tellAll(keepAlive(), MOST_ROWS), lock, ROWS_AT_ONCE);\n",
    },
    { path: "docs/a.md", text: "Whoever asks, asks anew. tellAll.\n" },
    { path: "src/a.css", text: "/* nobody */\n" },
  ];
  expect(countDialect(texts)).toEqual({ words: 3, identifiers: 4 });
});

test("HOUSE-9 sixty uses of the dialect may remain, and one more is refused", () => {
  const checkOf = (uses: number) =>
    checkDialect({ texts: [{ path: "src/a.ts", text: "keepRow();\n".repeat(uses) }] });
  expect(checkOf(MAX_DIALECT)).toEqual([]);
  expect(checkOf(MAX_DIALECT + 1)).toEqual([
    expect.objectContaining({ problem: expect.stringContaining("counts 61 identifiers") }),
  ]);
});
