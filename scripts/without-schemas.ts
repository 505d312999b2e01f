import type { Plugin } from "vite";

/** A part of a parsed module, as far as it is read here. */
type Part = {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Part;
  object?: Part;
  key?: Part;
  arguments?: Part[];
  properties?: Part[];
};

/** What only the server reads of a call. */
const OF_THE_SERVER = new Set(["summary", "params", "query", "body", "maxBodyBytes", "reply", "page"]);

/**
 * Leaves the schemas of contract and domain out of pages for clients, which validate nothing (decision 9). The bundler
 * cannot drop them by itself, because it does not know that declaring one changes nothing.
 */
export const withoutSchemas: Plugin = {
  name: "without-schemas",
  // Types are gone by then.
  enforce: "post",
  transform: {
    filter: { id: /\/src\/(contract|domain)\/.*\.ts$/ },
    handler(text) {
      const cuts = cutsIn(this.parse(text) as unknown as Part);
      const code = cuts.reduceRight(
        (rest, { start, end, by }) => rest.slice(0, start) + by + rest.slice(end),
        text,
      );
      return { code, map: null, moduleSideEffects: false };
    },
  },
};

type Cut = { start: number; end: number; by: string };

/** In the order of the text. */
function cutsIn(part: Part): Cut[] {
  const { type, start, end } = part;
  if (type === "CallExpression" && rootOf(part) === "z") return [{ start, end, by: "z" }];
  const declared = type === "CallExpression" && part.callee?.name === "defineCall" && part.arguments?.[0];
  if (!declared) return Object.values(part).flat().filter(isPart).flatMap(cutsIn);
  const parts = declared.properties ?? [];
  const own = parts.flatMap((one, place) =>
    OF_THE_SERVER.has(one.key?.name ?? "")
      ? [{ start: one.start, end: parts[place + 1]?.start ?? one.end, by: "" }]
      : [],
  );
  return [{ start, end: start, by: "/* @__PURE__ */ " }, ...own];
}

function isPart(one: unknown): one is Part {
  return typeof one === "object" && one !== null && "type" in one && "start" in one;
}

/** "z" of `z.string().max(20)`. */
function rootOf({ type, callee, object, name }: Part): string | undefined {
  const inner = type === "CallExpression" ? callee : object;
  return inner ? rootOf(inner) : name;
}
