// npm start: installs and builds what is missing, then starts the portal.
import "./require-node.mjs";

async function main() {
  const { readFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const { prepare } = await import("./prepare.mjs");
  const { projectEnvironment, ROOT, runInForeground, runMain } = await import("./run.mjs");

  // Of V8: half of Node's room for new objects, and a heap that is collected once it has doubled, not grown fourfold. Of the
  // C library: one arena, where each thread would have its own and keep what is freed there.
  const { node: OPTIONS, environment: ALLOCATION } = JSON.parse(
    readFileSync(new URL("./portal-options.json", import.meta.url), "utf8"),
  );

  await runMain(async () => {
    const node = await prepare();
    const args = [...OPTIONS, join(ROOT, "dist", "server", "main.js"), ...process.argv.slice(2)];
    return runInForeground(node, args, {
      env: { NODE_ENV: "production", ...ALLOCATION, ...projectEnvironment(node) },
    });
  });
}

void main();
