// The architecture check of `npm test`: compares the checkout with scripts/layout/borders.ts.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations } from "./layout/find-violations.ts";
import { readCheckout } from "./layout/read-checkout.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const violations = findViolations(readCheckout(root));
for (const { path, problem } of violations) console.error(`${path}: ${problem}`);
process.exitCode = violations.length > 0 ? 1 : 0;
