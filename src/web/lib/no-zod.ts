// Replaces zod in the client bundles. Contract and domain declare schemas at load time; only the server validates
// with them, so here declaring one does nothing (docs/decisions/0009-no-zod-in-the-browser.md).

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
    if (CHECKS.has(name)) throw new Error(`zod: .${String(name)} works on the server only`);
    return anySchema;
  },
});

export const z = anySchema;
