// npm run bench: installs and builds what is missing, then measures the built server (bench/main.ts).
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  return runInForeground(node, [join(ROOT, "bench", "main.ts"), ...process.argv.slice(2)], {
    env: projectEnvironment(node),
  });
});
