// npm start: installs and builds what is missing, then starts the portal.
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  const args = [join(ROOT, "dist", "server", "main.js"), ...process.argv.slice(2)];
  return runInForeground(node, args, { env: { NODE_ENV: "production", ...projectEnvironment(node) } });
});
