import { appendFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The guard that is removed in each test, and the file that records which guards act in the other tests. */
    compiledGuards: { byTest: Record<string, string> } | { notes: string };
  }
}

// The setup of each test file whose guards are removed (compile-guards.ts).

type Test = { name: string; suite?: Test; file: { name: string } };

const taken = inject("compiledGuards");
const acted = new Map<string, Set<string>>();
let running: string | null = null;

/** Whether the guard is active in this test; records that it acted. */
function stands(guard: string): boolean {
  if (running === null) return true;
  if ("byTest" in taken) return taken.byTest[running] !== guard;
  const tests = acted.get(guard) ?? new Set();
  acted.set(guard, tests.add(running));
  return true;
}

Object.assign(globalThis, {
  compiledGuards: {
    refuse: (guard: string, isRefused: unknown) => isRefused && stands(guard) && isRefused,
    /** One reason of the policy is removed at a time. */
    gate: (guard: string, refusal: string | null) =>
      refusal !== null && stands(guard) && stands(`${guard} ${refusal}`) ? refusal : null,
    limit: (guard: string, condition: unknown) => (stands(guard) ? condition : sql`true`),
  },
});

beforeEach(({ task, skip }) => {
  const test = nameOf(task);
  if ("byTest" in taken && taken.byTest[test] === undefined) skip();
  running = test;
});
afterEach(() => {
  running = null;
});
afterAll(() => {
  if (!("notes" in taken)) return;
  const lines = [...acted].map(([guard, tests]) => `${JSON.stringify({ guard, tests: [...tests] })}\n`);
  appendFileSync(taken.notes, lines.join(""));
  acted.clear();
});

function nameOf({ name, suite, file }: Test): string {
  const path: string[] = [name];
  for (let around = suite; around; around = around.suite) path.unshift(around.name);
  return [file.name, ...path].join(" > ");
}
