import { expect, test } from "vitest";
import { findRunTimePackages } from "./run-time-packages.ts";

const LOCK = {
  "node_modules/pg": { dependencies: { "pg-types": "1" }, optionalDependencies: { "pg-native": "1" } },
  "node_modules/pg-types": { dependencies: { bytes: "1" } },
  "node_modules/pg-types/node_modules/bytes": {},
  "node_modules/bytes": {},
  "node_modules/sharp": { optionalDependencies: { "sharp-linux": "1", "sharp-mac": "1" } },
  "node_modules/sharp-linux": {},
  "node_modules/sharp-mac": {},
  "node_modules/vite": {},
};
const isHere = (folder: string) => folder !== "node_modules/sharp-mac";

test("RUN-1 a production install has each package of the server with what it needs here, and no other", () => {
  expect(findRunTimePackages(LOCK, ["pg", "sharp"], isHere)).toEqual([
    "node_modules/pg",
    "node_modules/pg-types",
    "node_modules/pg-types/node_modules/bytes",
    "node_modules/sharp",
    "node_modules/sharp-linux",
  ]);
  expect(findRunTimePackages(LOCK, ["bytes"], isHere)).toEqual(["node_modules/bytes"]);
  expect(() => findRunTimePackages(LOCK, ["pg"], (folder) => !folder.endsWith("/pg-types"))).toThrow(
    "The package pg-types is not installed.",
  );
});
