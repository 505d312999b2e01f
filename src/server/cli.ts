import { pino } from "pino";
import { createDeps } from "./create-deps.ts";
import { adoptDataDir } from "./db/adopt-data-dir.ts";
import { readEnv } from "./env.ts";
import { tellEnd } from "./start-error.ts";
import { loadWorld, type WorldReport } from "./world/load-world.ts";
import { readWorldFile } from "./world/read-world-file.ts";
import { WorldRefusedError } from "./world/world-error.ts";

const USAGE = `Usage: npm run counterpart -- <command>

  load <world.json>  Loads organizations, people, documents and all else from a world file (docs/world.md).
                     All of it or nothing; what is there already is left as it is.
  adopt              Uses DATA_DIR with a database whose own data directory is lost. Everybody signs in again.`;

/** Runs one command and returns its exit code. */
async function run([command, ...args]: string[]): Promise<number> {
  const [path, ...others] = args;
  if (command === "adopt" && args.length === 0) return adopt();
  if (command === "load" && path !== undefined && others.length === 0) return load(path);
  const isAsked = command === undefined || ["help", "--help", "-h"].includes(command);
  (isAsked ? say : complain)(USAGE);
  return isAsked ? 0 : 1;
}

async function load(path: string): Promise<number> {
  const text = await readWorldFile(path);
  const env = readEnv(process.env);
  const deps = await createDeps(
    env,
    pino({ level: env.logLevel === "info" ? "warn" : env.logLevel, base: null }),
  );
  try {
    const report = await loadWorld(deps, text);
    say(tell(path, report));
  } finally {
    await deps.close();
  }
  return 0;
}

/** Makes the data directory the database's own, after the one before was lost. */
async function adopt(): Promise<number> {
  const { dataDir, databaseUrl } = readEnv(process.env);
  say(await adoptDataDir({ dataDir, databaseUrl }, pino({ level: "warn", base: null })));
  return 0;
}

function tell(path: string, report: WorldReport): string {
  if (report.length === 0) return `${path} is empty: nothing to load.`;
  const width = Math.max(...report.map(({ list }) => list.length));
  const lines = report.map(
    ({ list, added, alreadyThere }) =>
      `  ${list.padEnd(width)}  ${String(added).padStart(6)} added  ${String(alreadyThere).padStart(6)} already there`,
  );
  const isNew = report.some(({ added }) => added > 0);
  return [`${isNew ? "Loaded" : "Nothing new in"} ${path}:`, ...lines].join("\n");
}

function refusal(error: WorldRefusedError): string {
  const count = error.errors.length === 1 ? "1 error" : `${error.errors.length} errors`;
  return `Not loaded, and nothing was changed: ${count}.\n\n${error.message}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof WorldRefusedError) complain(refusal(error));
    else complain(tellEnd(error));
    process.exit(1);
  },
);
