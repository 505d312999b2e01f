// npm run release: checks that these sources may be released and writes the notes (scripts/release.ts). It publishes
// nothing. With --dump it makes the stored dump of this version.
import "./require-node.mjs";
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";
import { runTests } from "./run-tests.mjs";

await runMain(async () => {
  const node = await prepare();
  const run = (...args) => runInForeground(node, args, { env: projectEnvironment(node) });
  const release = join(ROOT, "scripts", "release.ts");
  const tests = (variables) => runTests(node, ["verify-for-ever"], { SUITE: "gate", ...variables });
  if (process.argv.includes("--dump")) return (await tests({ RELEASE_DUMP: "1" })).failed > 0 ? 1 : 0;

  if (await run(release, "check")) return 1;
  if (await run(join(ROOT, "scripts", "check-migrations.mjs"))) return 1;
  console.log("Upgrading the stored dumps of all releases …");
  if ((await tests({})).failed > 0) return 1;
  return run(release, "notes");
});
