// How heavy the code is: `node scripts/house-figures.ts [checkout …]` counts each checkout by the borders of this one.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { countDialect } from "./layout/dialect.ts";
import { findInternals } from "./layout/file-rules.ts";
import { findLongFunctions } from "./layout/function-limits.ts";
import { countLayers } from "./layout/layer-rules.ts";
import { isTest } from "./layout/place.ts";
import { readCheckout } from "./layout/read-checkout.ts";

const OWN = dirname(dirname(fileURLToPath(import.meta.url)));

function figuresOf(root: string) {
  const checkout = readCheckout(root);
  const code = checkout.texts.filter(
    ({ path }) => path.startsWith("src/") && /\.tsx?$/.test(path) && !isTest(path),
  );
  const shortFiles = code.filter(({ text }) => text.split("\n").length <= 20).length;
  const lines = code.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  const dialect = countDialect(checkout.texts);
  return {
    checkout: root,
    files: code.length,
    lines,
    shortFiles,
    ...countLayers(checkout),
    internals: findInternals(checkout).length,
    longFunctions: findLongFunctions(root).length,
    dialectWords: dialect.words,
    dialectIdentifiers: dialect.identifiers,
  };
}

const given = process.argv.slice(2);
console.table((given.length > 0 ? given : [OWN]).map(figuresOf));
