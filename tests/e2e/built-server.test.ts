import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const FOLDER = fileURLToPath(new URL("../../dist/server", import.meta.url));
const parts = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

test("the built server loads no package when it starts but the drivers of its databases and the API's page", () => {
  const loaded = parts.flatMap(({ text }) =>
    [...text.matchAll(/(?:^|;)(?:import|export)\b[^"';(]*["']([^"'.][^"']*)["']/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  expect([...new Set(loaded)].filter((name) => !isBuiltin(name)).toSorted()).toEqual([
    "@electric-sql/pglite",
    "@electric-sql/pglite/node-postgres",
    "@electric-sql/pglite/nodefs",
    "@fastify/swagger-ui",
    "pg",
  ]);
});
