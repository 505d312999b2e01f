// A check of `npm test`: the migrations create exactly the tables that the code declares.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, SCRATCH } from "./run.mjs";

mkdirSync(SCRATCH, { recursive: true });
const copy = mkdtempSync(join(SCRATCH, "migrations-"));
try {
  cpSync(join(ROOT, "migrations"), copy, { recursive: true });
  const generator = join(ROOT, "node_modules", "drizzle-kit", "bin.cjs");
  const args = ["generate", "--dialect", "postgresql", "--schema", "./src/server/schema/*.ts", "--out", copy];
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator, ...args], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const known = new Set(readdirSync(join(ROOT, "migrations")));
  const missing = readdirSync(copy).filter((name) => !known.has(name));
  if (status !== 0 || missing.length > 0) {
    console.error(`${stdout}${stderr}\nThe tables have changed. Run: node_modules/.bin/drizzle-kit generate`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
