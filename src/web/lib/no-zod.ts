// Stands for zod in the browser's bundle. The contract and the domain declare schemas as they are loaded;
// the server alone checks by them, so here a declaration costs nothing (docs/decisions/0009).

const CHECKS = new Set<PropertyKey>([
  "parse",
  "parseAsync",
  "safeParse",
  "safeParseAsync",
  "decode",
  "encode",
  "options",
  "def",
  "_zod",
  "~standard",
]);

const anySchema: () => unknown = new Proxy(() => anySchema, {
  get(_target, name) {
    if (CHECKS.has(name))
      throw new Error(`The browser has no zod: .${String(name)} works on the server only.`);
    return anySchema;
  },
});

export const z = anySchema;
