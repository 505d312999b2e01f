// npm run counterpart -- load world.json: the command line of the product; installs and builds what is missing.
import { join, resolve } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

await runMain(async () => {
  const node = await prepare();
  const [command, ...files] = process.argv.slice(2);
  // npm runs us in the project's folder; the files are named as seen from where it was called.
  const calledFrom = process.env.INIT_CWD ?? process.cwd();
  const args = command === undefined ? [] : [command, ...files.map((file) => resolve(calledFrom, file))];
  return runInForeground(node, [join(ROOT, "dist", "server", "cli.js"), ...args], {
    env: { NODE_ENV: "production", ...projectEnvironment(node) },
  });
});
