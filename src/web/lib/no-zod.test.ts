import { expect, test } from "vitest";
import { z } from "./no-zod.ts";

type Declared = Record<
  "strictObject" | "string" | "number" | "enum" | "regex" | "max" | "refine" | "nullable",
  Make
>;
type Make = (...parts: unknown[]) => Declared;

const declare = z as unknown as Declared;

test("schemas are declared as with zod, and cost nothing", () => {
  expect(() => {
    declare.strictObject({ id: declare.string().regex(/x/).max(3), kind: declare.enum(["a"]) });
    declare
      .number()
      .refine(() => true)
      .nullable();
  }).not.toThrow();
});

test.each(["parse", "safeParse", "options", "_zod"] as const)(
  "in a browser .%s says why it cannot be",
  (name) => {
    const schema = declare.string() as unknown as Record<string, unknown>;
    expect(() => schema[name]).toThrow(`.${name} works on the server only`);
  },
);
