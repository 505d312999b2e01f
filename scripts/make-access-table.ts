// npm run access-table: writes docs/access.md again.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ACCESS_TABLE, makeAccessTable } from "./access-table.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
writeFileSync(join(root, ACCESS_TABLE), makeAccessTable());
