// .ci/run: runs `npm test` and then `npm run prove -- --gate` with a fixed seed. The last line is the sum of theirs.
import "./require-node.mjs";
import { capture, runMain } from "./run.mjs";

const SEED = "1";
const SUITES = [["test"], ["run", "prove", "--", "--gate", "--seed", SEED]];

await runMain(async () => {
  const total = { passed: 0, failed: 0 };
  for (const args of SUITES) {
    const env = { ...process.env, SEED };
    const { passed, failed } = countsOf(await capture("npm", args, { env, isShown: true }));
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\nBoth suites together:\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});

/** The counts in the last line of a run. One that ends without this line, or fails without a failure, counts as failed. */
function countsOf({ code, output }) {
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1) };
}
