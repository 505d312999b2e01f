// npm run bench: installs and builds what is missing, then measures the built server (bench/main.ts). `npm run bench --
// scaling` and `npm run bench -- plots` only read what was measured and kept.
import "./require-node.mjs";
import { join } from "node:path";
import { prepare, prepareInstall } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

const READERS = { scaling: "print-scaling.ts", plots: "write-plots.ts" };

await runMain(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const reader = READERS[first];
  const node = await (reader ? prepareInstall() : prepare());
  const args = reader ? [reader, ...rest] : ["main.ts", ...process.argv.slice(2)];
  const [program = "", ...words] = args;
  return runInForeground(node, [join(ROOT, "bench", program), ...words], { env: projectEnvironment(node) });
});
