// Functions have limits, which the linter checks in `npm test`: function-limits.json has the numbers.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const OXLINT = join(HERE, "..", "..", "node_modules", "oxlint", "bin", "oxlint");

type Finding = { code: string; filename: string; labels: { span: { line: number } }[] };

/** The functions of a checkout's code that exceed a limit, as `file:line`. */
export function findLongFunctions(root: string): string[] {
  const folders = ["src", "scripts", "bench"].filter((folder) => existsSync(join(root, folder)));
  const args = [OXLINT, "--config", join(HERE, "function-limits.json"), "--format", "json", ...folders];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
  return [...new Set(diagnostics.map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`))];
}
