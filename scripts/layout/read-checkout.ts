import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, posix, relative } from "node:path";
import { parseSync, Visitor } from "vite";

/** An import: one of our files by its path from the root, or a package by its name. */
export type Import = { target: string; isOurs: boolean; isLazy: boolean };

export type Source = {
  path: string;
  imports: Import[];
  /** Deeds of the code that only some places allow. */
  does: Set<"reads the environment" | "asks the clock" | "skips a test" | "opens a transaction">;
};

export type Checkout = {
  sources: Source[];
  /** Every text file, including the sources. */
  texts: { path: string; text: string }[];
  has: (path: string) => boolean;
};

const LEFT_OUT = new Set(["node_modules", "dist", "data", "coverage", ".git", ".tmp"]);
const TEXT = /\.(ts|tsx|mjs|js|css|html|json|jsonc|md|svg|yml|yaml|conf|sql)$|(^|\/)(run|LICENSE|\.[a-z]+)$/;
const SOURCE = /\.(ts|tsx|mjs)$/;

/** Reads the files of a checkout, with the imports and deeds of each source. */
export function readCheckout(root: string): Checkout {
  const paths = filesBelow(root, root);
  const texts = paths
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const rooms = roomsOf(root);
  return {
    texts,
    sources: texts
      .filter(({ path }) => SOURCE.test(path))
      .map(({ path, text }) => readSource(path, text, rooms)),
    has: (path) => existsSync(join(root, path)),
  };
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() ? [relative(root, path).replaceAll("\\", "/")] : [];
  });
}

/** "#domain/" → "src/domain/", from package.json. */
function roomsOf(root: string): [string, string][] {
  const { imports = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    imports?: Record<string, string>;
  };
  return Object.entries(imports).map(([alias, target]) => [
    alias.slice(0, -1),
    normalize(target.slice(0, -1)),
  ]);
}

function readSource(path: string, text: string, rooms: [string, string][]): Source {
  const { module, program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be read: ${error.message}`);

  const found = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const lazy: string[] = [];
  for (const { moduleRequest } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) found.push(moduleRequest.value);
  }
  const does: Source["does"] = new Set();
  new Visitor({
    ImportExpression({ source }) {
      if (source.type === "Literal" && typeof source.value === "string") lazy.push(source.value);
    },
    TSImportType({ source }) {
      found.push(source.value);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && callee.name === "Date" && given.length === 0)
        does.add("asks the clock");
    },
    MemberExpression({ object, property }) {
      if (property.type !== "Identifier") return;
      if (property.name === "transaction") does.add("opens a transaction");
      if (object.type !== "Identifier") return;
      const name = `${object.name}.${property.name}`;
      if (name === "process.env") does.add("reads the environment");
      if (name === "Date.now" || name === "performance.now") does.add("asks the clock");
      if (/^(test|it|describe)\.(skip|only|todo|fails|skipIf|runIf)$/.test(name)) does.add("skips a test");
    },
  }).visit(program);
  const imports = [
    ...found.map((request) => ({ ...resolveImport(path, request, rooms), isLazy: false })),
    ...lazy.map((request) => ({ ...resolveImport(path, request, rooms), isLazy: true })),
  ];
  return { path, imports, does };
}

function resolveImport(from: string, request: string, rooms: [string, string][]): Omit<Import, "isLazy"> {
  const target = request.replace(/\?.*$/, "");
  if (target.startsWith(".")) return { target: posix.join(dirname(from), target), isOurs: true };
  const room = rooms.find(([alias]) => target.startsWith(alias));
  return room ? { target: room[1] + target.slice(room[0].length), isOurs: true } : { target, isOurs: false };
}
