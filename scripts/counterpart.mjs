// npm run counterpart -- load world.json: the product's command line. Installs and builds what is missing.
import { join, resolve } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  const [command, ...given] = process.argv.slice(2);
  // npm runs this in the project's folder, but paths are relative to the folder where npm was called.
  const calledFrom = process.env.INIT_CWD ?? process.cwd();
  const takesFile = ["load", "backup", "restore", "move", "verify"].includes(command) && given.length === 1;
  const rest = takesFile ? given.map((file) => resolve(calledFrom, file)) : given;
  const args = command === undefined ? [] : [command, ...rest];
  return runInForeground(node, [join(ROOT, "dist", "server", "cli.js"), ...args], {
    env: { NODE_ENV: "production", ...projectEnvironment(node) },
  });
});
