import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isProcessAlive } from "#server/is-process-alive.ts";
import { killGroup, processTree } from "#tests/support/process-tree.ts";

// Runs the real commands in a small checkout. Its npm and vite only record that they ran.

const NPM = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync("ran", "npm " + process.argv.slice(2, 3) + "\\n");
if (existsSync("no-network")) { console.error("npm error code ENOTFOUND"); process.exit(1); }
setTimeout(() => {
  mkdirSync("node_modules", { recursive: true });
  copyFileSync("package-lock.json", "node_modules/.package-lock.json");
}, existsSync("slow") ? 8000 : 300);
if (existsSync("slow")) {
  mkdirSync("node_modules/oak", { recursive: true });
  writeFileSync("node_modules/oak/package.json", "{}");
}`;

const VITE = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
const outDir = process.argv[process.argv.indexOf("--outDir") + 1];
appendFileSync("ran", "vite " + outDir.split(/[\\\\/]/).at(-1) + "\\n");
if (existsSync("endless")) { console.log("building"); setInterval(() => {}, 1000); return; }
if (existsSync("broken")) { console.error("something does not compile"); process.exit(1); }
mkdirSync(outDir, { recursive: true });
const part = outDir.endsWith("server") ? "main.js" : "index.html";
writeFileSync(outDir + "/" + part, "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('served', process.argv[2]);");`;

const OWN_SCRIPTS = (
  JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  }
).scripts;

function lock(version: string): string {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return JSON.stringify({
    packages: {
      "": { name: "counterpart" },
      "node_modules/oak": { version },
      "node_modules/only-elsewhere": { version: "1.0.0", optional: true, os: ["nowhere"] },
      [`node_modules/node-${platform}-${process.arch}`]: { version: "24.0.0", optional: true },
    },
  });
}

function makeCheckout() {
  const root = mkdtempSync(join(tmpdir(), "counterpart-checkout-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const programs = [
    "prepare.mjs",
    "compress-assets.mjs",
    "one-at-a-time.mjs",
    "show-progress.mjs",
    "run.mjs",
    "start.mjs",
    "require-node.mjs",
  ];
  for (const name of [...programs, "portal-options.json"]) {
    cpSync(join(import.meta.dirname, name), join(root, "scripts", name));
  }
  const platform = process.platform === "win32" ? "win" : process.platform;
  const bin = join(root, "node_modules", `node-${platform}-${process.arch}`, "bin");
  for (const folder of ["src", bin, join(root, "node_modules/vite/bin")]) {
    mkdirSync(join(folder === "src" ? root : "", folder), { recursive: true });
  }
  symlinkSync(process.execPath, join(bin, process.platform === "win32" ? "node.exe" : "node"));
  writeFileSync(join(root, "node_modules/vite/bin/vite.js"), VITE);
  writeFileSync(join(root, "npm-cli.js"), NPM);
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "package-lock.json"), lock("1.0.0"));
  writeFileSync(join(root, "src/main.ts"), "first");
  writeFileSync(join(root, "ran"), "");

  const env = { ...process.env, npm_execpath: join(root, "npm-cli.js") };
  const program = `import { prepare } from ${JSON.stringify(join(root, "scripts/prepare.mjs"))};
import { runMain } from ${JSON.stringify(join(root, "scripts/run.mjs"))};
await runMain(async () => (await prepare(), 0));`;
  return {
    root,
    env,
    /** Prepares the checkout and returns what it prints. */
    async print(): Promise<string> {
      const args = ["--input-type=module", "--eval", program];
      return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout;
    },
    /** Prepares the checkout and returns the recorded runs in order. */
    async prepare(): Promise<string[]> {
      const before = ran().length;
      await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
        cwd: root,
        env,
      });
      return ran().slice(before).toSorted();
    },
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    remove: (path: string) => rmSync(join(root, path), { recursive: true, force: true }),
  };

  function ran(): string[] {
    return readFileSync(join(root, "ran"), "utf8").split("\n").slice(0, -1);
  }
}

/** The server's build, then both sides, the public view and the verifier in one folder. */
const BUILT = ["vite picture", "vite server", "vite web", "vite web", "vite web", "vite web"];
const EVERYTHING = ["npm ci", ...BUILT];

/** A command of the checkout by a Node that says it is an older one. */
function runBy(version: string, root: string, args: string[]) {
  const pretend = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  return promisify(execFile)(process.execPath, ["--import", pretend, ...args], { cwd: root }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test.each(["start", "counterpart", "test", "prove", "bench"])(
  "FIELD-11 a Node that is too old ends %s.mjs in one sentence, with nothing installed or built",
  async (name) => {
    const { root } = makeCheckout();
    for (const file of readdirSync(import.meta.dirname).filter((one) => one.endsWith(".mjs")))
      cpSync(join(import.meta.dirname, file), join(root, "scripts", file));
    const before = readdirSync(root);
    const told = await runBy("18.20.8", root, [`scripts/${name}.mjs`]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(
      /^Counterpart needs Node 20 or newer; this is v[^\n]+ then run the command again\.\n$/,
    );
    expect(readdirSync(root)).toEqual(before);
    expect(readFileSync(join(root, "ran"), "utf8")).toBe("");
  },
);

test("what is missing is installed and built, and what is there is left alone", async () => {
  const checkout = makeCheckout();
  expect(await checkout.prepare()).toEqual(EVERYTHING);
  expect(await checkout.prepare()).toEqual([]);
});

test("RUN-1 a long install says how many packages are there and for how long it has run", async () => {
  const checkout = makeCheckout();
  checkout.write("slow", "");
  // Of two packages for this platform, one is there.
  const printed = await checkout.print();
  expect(printed).toMatch(/^Installing 2 packages …\nInstalling: 1 of 2 packages, \d+\.\d s\n/);
  expect(printed).toMatch(/^Building 7 steps …$/m);
});

test("a changed lock file installs again, a changed source builds again, a changed test does neither", async () => {
  const checkout = makeCheckout();
  await checkout.prepare();
  checkout.write("package-lock.json", lock("1.0.1"));
  expect(await checkout.prepare()).toEqual(EVERYTHING);
  checkout.write("src/main.ts", "second");
  expect(await checkout.prepare()).toEqual(BUILT);
  checkout.write("src/main.test.ts", "a test");
  expect(await checkout.prepare()).toEqual([]);
  checkout.remove("dist");
  expect(await checkout.prepare()).toEqual(BUILT);
});

test("an install that was interrupted is done again", async () => {
  const checkout = makeCheckout();
  await checkout.prepare();
  checkout.remove("node_modules/.package-lock.json");
  expect(await checkout.prepare()).toEqual(["npm ci"]);
});

test("of two commands at once, one does the work and the other waits for it", async () => {
  const checkout = makeCheckout();
  const [one, other] = await Promise.all([checkout.prepare(), checkout.prepare()]);
  expect(one).toEqual(EVERYTHING);
  expect(other).toEqual(EVERYTHING);
});

test("the lock of a command that was killed does not hold up the next one", async () => {
  const checkout = makeCheckout();
  mkdirSync(join(checkout.root, ".tmp"));
  const { pid } = spawn(process.execPath, ["--eval", ""]);
  await expect.poll(() => isProcessAlive(pid ?? 0)).toBe(false);
  checkout.write(".tmp/prepare.lock", String(pid));
  expect(await checkout.prepare()).toEqual(EVERYTHING);
});

test("a failed install says what to do, in words", async () => {
  const checkout = makeCheckout();
  checkout.write("no-network", "");
  await expect(checkout.prepare()).rejects.toThrow(/could not be fetched: check the network/);
});

test("a failed build says why and leaves the last one in place", async () => {
  const checkout = makeCheckout();
  await checkout.prepare();
  checkout.write("src/main.ts", "second");
  checkout.write("broken", "");
  await expect(checkout.prepare()).rejects.toThrow(/something does not compile/);
  expect(existsSync(join(checkout.root, "dist/server/main.js"))).toBe(true);
});

test("npm start passes arguments, signals and the exit code through", async () => {
  const checkout = makeCheckout();
  const start = spawn(process.execPath, ["scripts/start.mjs", "--words"], {
    cwd: checkout.root,
    env: checkout.env,
  });
  let said = "";
  start.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const code = new Promise((resolve) => start.once("exit", resolve));
  await expect.poll(() => said, { timeout: 10_000 }).toContain("served --words");
  start.kill("SIGTERM");
  expect(await code).toBe(7);
});

/** `npm start` in the checkout: its process and all that it started by the time that `until` waits for. */
async function startByNpm(checkout: ReturnType<typeof makeCheckout>, until: (tree: number[]) => boolean) {
  checkout.write("package.json", JSON.stringify({ scripts: { start: OWN_SCRIPTS.start } }));
  const { pid = 0 } = spawn("npm", ["start"], { cwd: checkout.root, detached: true, stdio: "ignore" });
  onTestFinished(() => killGroup(pid));
  await expect.poll(() => until(processTree(pid))).toBe(true);
  return processTree(pid);
}

/** A process may have ended by the signal of another. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();

const RECIPIENTS = {
  npm: ([npm = 0]: number[]) => [npm],
  "its command": ([, command = 0]: number[]) => [command],
  all: (tree: number[]) => tree,
};

test.each(
  Object.entries(RECIPIENTS).flatMap(([name, pick]) =>
    (["SIGTERM", "SIGINT"] as const).map((signal) => [signal, name, pick] as const),
  ),
)("FIELD-5 %s to %s of npm start ends all that it started", async (signal, _name, pick) => {
  const checkout = makeCheckout();
  await checkout.prepare();
  const tree = await startByNpm(checkout, (pids) => commandOf(pids.at(-1) ?? 0).endsWith("main.js"));
  for (const pid of pick(tree)) sendSignal(pid, signal);
  await expect.poll(() => tree.filter(isProcessAlive)).toEqual([]);
});

test.each(["SIGHUP", "SIGKILL"] as const)(
  "FIELD-5 %s to npm alone ends the command of npm start",
  async (signal) => {
    const checkout = makeCheckout();
    await checkout.prepare();
    const tree = await startByNpm(checkout, (pids) => commandOf(pids.at(-1) ?? 0).endsWith("main.js"));
    process.kill(tree[0] ?? 0, signal);
    await expect.poll(() => tree.filter(isProcessAlive)).toEqual([]);
  },
);

test("FIELD-5 a command that is ended while it builds ends the build", async () => {
  const checkout = makeCheckout();
  await checkout.prepare();
  checkout.write("src/main.ts", "second");
  checkout.write("endless", "");
  const tree = await startByNpm(
    checkout,
    (pids) => pids.filter((pid) => commandOf(pid).includes("vite")).length === 3,
  );
  process.kill(tree[0] ?? 0, "SIGTERM");
  await expect.poll(() => tree.filter(isProcessAlive)).toEqual([]);
});
