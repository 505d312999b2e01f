import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { HOSTILE_STRINGS } from "./hostile-strings.ts";
import type { Sent } from "./pointed-calls.ts";

/** A whole number below the limit. */
export type Draw = (below: number) => number;
export type Drawn = Sent & { query: Record<string, string> };

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

/** Texts of every form that the contract's patterns require, and those at their edges. */
const TEXTS = [
  "Harbour",
  "a",
  "",
  " ",
  "doc-1044",
  "no-such-id",
  "A1",
  "0",
  "1",
  "-1",
  "12.50",
  "1e3",
  "NaN",
  "2026-11-21",
  "2026-02-30",
  "2026-11-21T09:00:00Z",
  "2026-11-21T09:00:00.000+10:00",
  "0001-01-01T00:00:00Z",
  "ada@harbour.test",
  "a@b",
  "https://example.test/a?b#c",
  "javascript:alert(1)",
  "//example.test",
  "/",
  "#a3431f",
  "Australia/Sydney",
  "51 824 753 556",
  "name:asc",
  "createdAt:desc",
  "name~harbour",
  "e30",
  "01999999-0000-7000-8000-000000000000",
  "0".repeat(64),
  "f".repeat(40),
  "DRAFT",
  "write",
  "owner",
  "name,unit\nA,hours",
  "'; drop table files; --",
  "%",
  "_",
  "\\",
  "../../etc/passwd",
  "%2e%2e%2f",
  "\0",
  "\ud800",
  "‮",
  "é",
  "👩‍👩‍👧‍👦",
  "ﷺ",
  "İ",
  "x".repeat(1e4),
];

const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e-308,
  2 ** 53,
  2 ** 31,
  "",
  [],
  {},
  [[]],
  [null],

  { length: -1 },
  { toString: "x" },
  { type: "Container" },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`),
];

/** Draws requests of one call: `known` are values that name something, such as ids. */
export function requestsOf(call: Call, right: Sent, known: readonly string[], draw: Draw) {
  const schemas = {
    params: schemaOf(call.params),
    query: schemaOf(call.query),
    body: schemaOf(call.body),
  };
  const oneOf = <One>(all: readonly One[]): One => all[draw(all.length)] as One;
  const drawText = (): string => oneOf(oneOf([known.length > 0 ? known : TEXTS, TEXTS, HOSTILE_STRINGS]));
  const drawOdd = (): unknown => (draw(2) === 0 ? oneOf(ODD) : drawText());

  function drawValue(schema: Schema): unknown {
    if (draw(12) === 0) return drawOdd();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return oneOf(schema.enum);
    if (schema.anyOf) return drawValue(oneOf(schema.anyOf));
    if (schema.type === "object") return drawObject(schema);
    if (schema.type === "array") return drawList(schema);
    if (schema.type === "boolean") return draw(2) === 0;
    if (schema.type === "null") return null;
    if (schema.type === "integer" || schema.type === "number") return drawNumber(schema);
    return schema.type === "string" ? drawString(schema) : drawOdd();
  }

  function drawObject({ properties = {}, required = [], additionalProperties }: Schema) {
    const names = Object.keys(properties).filter((name) => required.includes(name) || draw(2) === 0);
    const drawn = names.map((name) => [name, drawValue(properties[name] ?? {})]);
    const isOpen = additionalProperties !== undefined && additionalProperties !== false;
    const more = isOpen || draw(20) === 0 ? [[drawText(), drawValue(openValue(additionalProperties))]] : [];
    return Object.fromEntries([...drawn, ...more]);
  }

  function drawList({ items = {}, maxItems = 4 }: Schema): unknown[] {
    const length = draw(30) === 0 ? Math.min(maxItems + 1, 300) : draw(4);
    return Array.from({ length }, () => drawValue(items));
  }

  function drawNumber({ minimum, maximum, type }: Schema): number {
    const drawn = oneOf([minimum ?? -1, maximum ?? 1e15, draw(100), draw(1000) / 7]);
    return type === "integer" ? Math.trunc(drawn) : drawn;
  }

  function drawString({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
    const form = pattern === undefined ? /^/ : new RegExp(pattern, "u");
    const isOfForm = (text: string) =>
      text.length >= minLength && text.length <= maxLength && form.test(text);
    const fitting = [...known, ...TEXTS].filter(isOfForm);
    if (fitting.length > 0 && draw(10) > 0) return oneOf(fitting);
    return draw(3) > 0 ? drawText() : "x".repeat(Math.min(maxLength + 1, 100_000));
  }

  /** The value with some of its parts replaced, left out or added. */
  function spoil(value: unknown): unknown {
    if (draw(8) === 0) return drawOdd();
    if (Array.isArray(value)) {
      const kept = value.filter(() => draw(8) > 0).map(spoil);
      return draw(8) === 0 ? [...kept, ...kept] : kept;
    }
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.entries(value).filter(() => draw(10) > 0);
    const more = draw(10) === 0 ? [[drawText(), drawOdd()]] : [];
    return Object.fromEntries([...parts.map(([name, part]) => [name, spoil(part)]), ...more]);
  }

  function textsOf(drawn: unknown): Record<string, string> {
    if (typeof drawn !== "object" || drawn === null) return {};
    return Object.fromEntries(Object.entries(drawn).map(([name, part]) => [name, asText(part)]));
  }

  return (): Drawn => {
    const isSpoilt = draw(2) === 0;
    const params = isSpoilt && draw(3) > 0 ? right.params : textsOf(drawValue(schemas.params));
    const body = isSpoilt ? spoil(right.body) : drawValue(schemas.body);
    return {
      ...(params && { params }),
      query: textsOf(drawValue(schemas.query)),
      ...(call.method !== "GET" && body !== undefined && { body }),
      ...(right.headers && { headers: right.headers }),
    };
  };
}

const openValue = (schema: Schema | boolean | undefined): Schema =>
  typeof schema === "object" ? schema : {};

function asText(part: unknown): string {
  const text = typeof part === "string" ? part : (JSON.stringify(part) ?? "");
  // Half of a character is none in an address.
  return text.toWellFormed().slice(0, 4000);
}

function schemaOf(part: z.ZodType): Schema {
  return z.toJSONSchema(part, { io: "input", unrepresentable: "any" }) as Schema;
}
