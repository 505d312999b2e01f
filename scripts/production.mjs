// npm run production -- /opt/counterpart-0.2.0: installs and builds what is missing, then writes an installation that runs
// by itself into a new folder, with the packages that the built server loads, Chromium unpacked and Node.
import "./require-node.mjs";

async function main() {
  const { join, resolve } = await import("node:path");
  const { prepare } = await import("./prepare.mjs");
  const { projectEnvironment, ROOT, runInForeground, runMain, Stop } = await import("./run.mjs");

  await runMain(async () => {
    const [folder, ...more] = process.argv.slice(2);
    if (folder === undefined || more.length > 0)
      throw new Stop("Name one new folder: npm run production -- /opt/counterpart-<version>");
    const node = await prepare();
    // npm runs this in the project's folder, but a path is relative to the folder where npm was called.
    const target = resolve(process.env.INIT_CWD || process.cwd(), folder);
    return runInForeground(node, [join(ROOT, "scripts", "make-production.ts"), target], {
      env: projectEnvironment(node),
    });
  });
}

void main();
