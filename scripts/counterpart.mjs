// npm run counterpart -- load world.json: the product's command line. Installs and builds what is missing.
import "./require-node.mjs";

async function main() {
  const { join, resolve } = await import("node:path");
  const { prepare } = await import("./prepare.mjs");
  const { projectEnvironment, ROOT, runInForeground, runMain } = await import("./run.mjs");

  await runMain(async () => {
    const node = await prepare();
    const [command, ...given] = process.argv.slice(2);
    // npm runs this in the project's folder, but paths are relative to the folder where npm was called.
    const calledFrom = process.env.INIT_CWD || process.cwd();
    const [first = "", ...more] = given;
    const isFile = ["load", "backup", "restore", "move", "verify"].includes(command) && given.length === 1;
    // A bundle may be followed by an anchor.
    const takesFile = isFile || (command === "verify" && given.length > 0 && first !== "--anchor");
    const rest = takesFile ? [resolve(calledFrom, first), ...more] : given;
    const args = command === undefined ? [] : [command, ...rest];
    return runInForeground(node, [join(ROOT, "dist", "server", "cli.js"), ...args], {
      env: { NODE_ENV: "production", ...projectEnvironment(node) },
    });
  });
}

void main();
