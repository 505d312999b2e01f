// npm run bench: installs and builds what is missing, then measures the built server (bench/main.ts).
import "./require-node.mjs";
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  const program = join(ROOT, "bench", "main.ts");
  return runInForeground(node, [program, ...process.argv.slice(2)], { env: projectEnvironment(node) });
});
