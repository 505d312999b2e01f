// The common part of `npm start`, `npm test` and the other commands: installs and builds what is missing. Plain
// JavaScript for the machine's Node (20 or newer), without packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { compressAssets } from "./compress-assets.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { capture, projectEnvironment, ROOT, SCRATCH, Stop, secondsSince } from "./run.mjs";
import { showProgress } from "./show-progress.mjs";

const OWN_NODE = "24";
/** The oldest Node that runs TypeScript files directly, as the commands need. */
const OLDEST_NODE = [22, 18];
const BUILT_FROM = [
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "vite.admin.config.ts",
  "vite.view.config.ts",
  "vite.verify.config.ts",
  "vite.picture.config.ts",
  "vite.server.config.ts",
  "src",
  "public",
];
/** A build for each configuration of Vite, and the compression of its files. */
const BUILD_STEPS = BUILT_FROM.filter((name) => name.startsWith("vite.")).length + 1;
const STAMP = join(ROOT, "dist", ".stamp");

/** Installs and builds what is missing, and returns the Node that runs the product. */
export async function prepare() {
  const node = await prepareInstall();
  await prepareBuild(node);
  return node;
}

/** Installs the packages if they are missing, and returns the Node that runs the project's programs. */
export async function prepareInstall() {
  if (!isInstalled()) await oneAtATime(async () => isInstalled() || (await install()));
  return projectNode();
}

/** Builds the browser's and the server's part, unless the sources are unchanged since the last build. */
export async function prepareBuild(node) {
  if (!isBuilt()) await oneAtATime(async () => isBuilt() || (await build(node)));
}

// --- packages

async function install() {
  // All packages, whatever NODE_ENV or a personal .npmrc excludes, because the build tools and Node are among them.
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  // The npm that runs this command. Other package managers set this variable too.
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && /npm-cli\.js$/.test(npm);
  const [command, before] = isScript ? [process.execPath, [npm]] : ["npm", []];
  const started = Date.now();
  const packages = lockedPackages();
  const isThere = (path) => existsSync(join(ROOT, path, "package.json"));
  const endProgress = showProgress(
    "Installing",
    "packages",
    packages.length,
    () => packages.filter(isThere).length,
  );
  const { code, output } = await capture(command, [...before, ...args], {
    shell: !isScript && process.platform === "win32",
  });
  endProgress();
  if (code !== 0) throw new Stop(`${output.trim()}\n\n${explainInstall(output)}`);
  console.log(`Installed in ${secondsSince(started)}.`);
}

function explainInstall(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output)) {
    return "The packages could not be fetched: check the network (or the registry that npm is set to), then run the command again.";
  }
  if (/CERT/.test(output)) {
    return "The registry's certificate is not trusted here: if a proxy stands in between, set NODE_EXTRA_CA_CERTS to its certificate.";
  }
  if (/ENOSPC/.test(output)) return "The disk is full. Free about 1 GB, then run the command again.";
  return "The packages could not be installed; npm's own words are above. Run the command again once that is solved.";
}

/** The folders of all packages that npm installs here: some are for other platforms. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const isHere = ({ os = [process.platform], cpu = [process.arch] }) =>
    os.includes(process.platform) && cpu.includes(process.arch);
  return Object.entries(packages).flatMap(([path, one]) => (path !== "" && isHere(one) ? [path] : []));
}

/** Whether node_modules matches package-lock.json, by the list that npm leaves there at the end. */
function isInstalled() {
  const left = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(left)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  const there = JSON.parse(readFileSync(left, "utf8")).packages;
  return Object.entries(wanted).every(([path, one]) => {
    if (path === "") return true;
    const found = there[path];
    return found ? found.version === one.version && found.integrity === one.integrity : one.optional === true;
  });
}

/** The Node of the packages, or the machine's Node if the packages have none for this platform. */
function projectNode() {
  const folder = join(ROOT, "node_modules", `node-${platformName()}-${process.arch}`, "bin");
  const own = join(folder, process.platform === "win32" ? "node.exe" : "node");
  const answer = existsSync(own) ? spawnSync(own, ["--version"], { encoding: "utf8" }).stdout : "";
  if (answer?.startsWith(`v${OWN_NODE}.`)) return own;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  throw new Stop(
    `Counterpart brings its own Node on Linux and Windows, but none that runs on this machine (${process.platform} ${process.arch}). ` +
      `Here it needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.version}. Install Node ${OWN_NODE} from https://nodejs.org, then run the command again.`,
  );
}

function platformName() {
  return process.platform === "win32" ? "win" : process.platform;
}

// --- build

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourcesHash();
}

async function build(node) {
  const started = Date.now();
  const built = [];
  const endProgress = showProgress("Building", "steps", BUILD_STEPS, () => built.length);
  const buildPart = (config, outDir, isEmptied) =>
    runBuild(node, config, outDir, isEmptied).then((result) => {
      built.push(config);
      return result;
    });
  const stamp = sourcesHash();
  // Builds in a scratch folder and then moves the result, so an interrupted build leaves the previous one.
  const aside = join(SCRATCH, "build");
  try {
    const results = await Promise.all([
      buildWeb(buildPart, join(aside, "web")),
      buildPart("vite.server.config.ts", join(aside, "server")),
      buildPart("vite.picture.config.ts", join(aside, "picture")),
    ]);
    const broken = results.filter(({ code }) => code !== 0);
    if (broken.length > 0) {
      throw new Stop(`${broken.map(({ output }) => output.trim()).join("\n\n")}\n\nThe build failed.`);
    }
    await compressAssets(join(aside, "web"));
    built.push("compressed files");
    writeFileSync(join(aside, ".stamp"), stamp);
    putInPlace(aside);
  } finally {
    endProgress();
    rmSync(aside, { recursive: true, force: true });
  }
  console.log(`Built in ${secondsSince(started)}.`);
}

/** The client's side, then the company's side and the public view into the same folder. */
async function buildWeb(buildPart, outDir) {
  const client = await buildPart("vite.config.ts", outDir);
  if (client.code !== 0) return client;
  const others = await Promise.all(
    ["vite.admin.config.ts", "vite.view.config.ts", "vite.verify.config.ts"].map((config) =>
      buildPart(config, outDir, false),
    ),
  );
  return others.find(({ code }) => code !== 0) ?? client;
}

function runBuild(node, config, outDir, isEmptied = true) {
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const args = ["build", "--config", config, "--outDir", outDir, "--logLevel", "warn"];
  args.push("--emptyOutDir", String(isEmptied));
  return capture(node, [vite, ...args], {
    env: { ...projectEnvironment(node), NODE_ENV: "production" },
  });
}

function putInPlace(built) {
  const dist = join(ROOT, "dist");
  const old = join(SCRATCH, "build-before");
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(built, dist);
  rmSync(old, { recursive: true, force: true });
}

/** A hash of all sources of the build. */
function sourcesHash() {
  const hash = createHash("sha256");
  for (const path of BUILT_FROM.flatMap((name) => filesBelow(join(ROOT, name)))) {
    if (/\.test\.tsx?$/.test(path)) continue;
    hash.update(`${relative(ROOT, path)}\0`);
    hash.update(readFileSync(path));
    hash.update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesBelow(join(path, name)));
}
