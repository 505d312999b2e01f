// npm run counterpart -- load world.json: the product's command line. Installs and builds what is missing.
import { join, resolve } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  const [command, ...files] = process.argv.slice(2);
  // npm runs this in the project's folder, but paths are relative to the folder where npm was called.
  const calledFrom = process.env.INIT_CWD ?? process.cwd();
  const args = command === undefined ? [] : [command, ...files.map((file) => resolve(calledFrom, file))];
  return runInForeground(node, [join(ROOT, "dist", "server", "cli.js"), ...args], {
    env: { NODE_ENV: "production", ...projectEnvironment(node) },
  });
});
