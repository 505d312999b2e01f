import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../project-folder.ts";

const ROOT = join(projectFolder("migrations"), "..");
const SERVER = join(ROOT, "src/server");

test("RUN-3 every metric of the alerts is written by the portal, and every alert says what to do", () => {
  const rules = readFileSync(join(ROOT, "deploy/alerts.yaml"), "utf8");
  const named = [...new Set(rules.match(/\bcounterpart_\w+/g))];
  expect(named.length).toBeGreaterThan(9);
  // A backup that is not made, fails or cannot be restored.
  for (const name of ["age_seconds", "failed", "rehearsal_ok"])
    expect(named).toContain(`counterpart_backup_${name}`);
  const sources = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(SERVER, path), "utf8"));
  expect(named.filter((name) => !sources.some((text) => text.includes(`"${name}"`)))).toEqual([]);
  const count = (word: string) => rules.split(new RegExp(`^ +(?:- )?${word}:`, "m")).length - 1;
  expect(count("alert")).toBeGreaterThan(9);
  expect([count("summary"), count("description")]).toEqual([count("alert"), count("alert")]);
});
