// npm start: installs and builds what is missing, then starts the portal.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { projectEnvironment, ROOT, runInForeground, runMain } from "./run.mjs";

// Garbage that is collected sooner costs little time, and the room for it is a quarter of what Node would take.
const OPTIONS = JSON.parse(readFileSync(new URL("./portal-options.json", import.meta.url), "utf8"));

await runMain(async () => {
  const node = await prepare();
  const args = [...OPTIONS, join(ROOT, "dist", "server", "main.js"), ...process.argv.slice(2)];
  return runInForeground(node, args, { env: { NODE_ENV: "production", ...projectEnvironment(node) } });
});
