import { AccountEmail } from "#domain/account/user-profile.ts";
import { makeBackupKey } from "../backup/encrypt-backup.ts";
import { runBackup, runMove, runRestore } from "../backup/run-backup.ts";
import { verifyBackup } from "../backup/verify-backup.ts";
import { isProof, verifyProofFile } from "../bundles/verify-proof-file.ts";
import { runInPortal } from "../commands/run-in-portal.ts";
import { type Command, ForPerson, type Outcome, type ReportProgress } from "../commands/serve-commands.ts";
import { counterpartCommand } from "../counterpart-command.ts";
import { type Env, readEnv } from "../env/read-env.ts";
import { adoptDataDir } from "../installation/adopt-data-dir.ts";
import { createLog } from "../log.ts";
import { formatFatalError } from "../start-error.ts";
import { loadWorld, type WorldReport } from "../world/load-world.ts";
import { readWorldFile } from "../world/parse-world.ts";
import { WorldRefusedError } from "../world/world-error.ts";
import { createDeps } from "./create-deps.ts";
import { RLS } from "./nouns.ts";
import { runCommand } from "./run-command.ts";

const COMMANDS = `
  load <world.json>  Loads organizations, people, documents and all else from a world file (docs/world.md).
                     All of it or nothing; what is there already is left as it is.
  invite-owner <email>
                     Prints a link with which this person becomes an owner of the company's side. Works while the
                     portal runs, too.
  erase-person <email>
                     Takes a person who was removed for good, or a visitor, out of their decisions and signatures, and
                     removes the PDFs of these. The evidence says that it was done. Works while the portal runs, too.
  reset-factor <email>
                     Turns off the lost second factor of this person. Works while the portal runs, too.
  sign-out <email>   Ends all sessions of this person, who keeps their account. Works while the portal runs, too.
  verify             Compares all evidence with the records and files that it proves. Works while the portal runs, too.
                     The exit code is 1 if anything differs.
  verify --anchor <evidence:…>
                     Compares an anchor, as accepted PDFs and mails print it, with the evidence.
  verify <bundle.zip or document.pdf> [--anchor <evidence:…>]
                     Verifies an evidence bundle or a sealed PDF, as the page /verify does. Needs no database. The exit
                     code is 0 for intact, 2 for intact by a signer that this portal does not know, 1 for not intact,
                     and 3 if nothing can be said of the file.
  backup <file or folder>
                     Writes database, files and keys to one file. Works while the portal runs, too. Keep it like a key:
                     anyone who has it can read everything. With BACKUP_KEY, a backup in a folder, or whose name ends
                     with .age, is encrypted.
  restore <backup>   Puts a backup into an empty DATA_DIR and, with DATABASE_URL, an empty database.
  backup-key         Prints a new key for BACKUP_KEY, which encrypts backups and opens them again.
  verify <backup>    Compares a backup with its hashes and its evidence, without restoring it.
  move <new folder>  Moves the stopped portal of DATA_DIR from its embedded database to the empty database of
                     DATABASE_URL. The new folder becomes its DATA_DIR.
  adopt              Uses DATA_DIR with a database whose own data directory is lost. Everyone signs in again.`;

/** The commands that take the path of one file or folder. */
const FOR_FILE: Record<string, (env: Env, path: string, report: ReportProgress) => Promise<Outcome>> = {
  backup: runBackup,
  restore: runRestore,
  move: runMove,
  verify: async (env, path, report) =>
    (await isProof(path)) ? verifyProofFile(env, path) : verifyBackup(path, report, env.backupKey),
};

/** The commands without arguments. */
const WITHOUT_ARGUMENTS: Record<string, () => Promise<number>> = {
  adopt,
  "backup-key": printBackupKey,
  verify: () => runBeside({ command: "verify" }),
};

/** Runs one command and returns its exit code. */
async function run([command = "help", ...args]: string[]): Promise<number> {
  const code = await runCommandLine(command, args);
  if (code !== null) return code;
  const isRequested = ["help", "--help", "-h"].includes(command);
  const usage = `Usage: ${counterpartCommand("<command>")}\n${COMMANDS}`;
  if (isRequested) print(usage);
  else complain(`${describeMistake(command)} Nothing was done.\n${usage}`);
  return isRequested ? 0 : 1;
}

function describeMistake(command: string): string {
  const isKnown = [FOR_FILE, WITHOUT_ARGUMENTS, { load }, ForPerson.enum].some((some) =>
    Object.hasOwn(some, command),
  );
  return isKnown ? `"${command}" needs other arguments.` : `"${command}" is no command of the portal.`;
}

/** Returns null for arguments that no command takes. */
async function runCommandLine(command: string, [path, ...others]: string[]): Promise<number | null> {
  if (path === undefined) return (await WITHOUT_ARGUMENTS[command]?.()) ?? null;
  if (command === "verify" && others.length > 0) return verifyAnchored(path, others);
  if (others.length > 0) return null;
  const forPerson = ForPerson.safeParse(command).data;
  if (forPerson) return withEmail(forPerson, path);
  if (command === "load") return load(path);
  const runOnFile = FOR_FILE[command];
  return runOnFile ? finish(await runOnFile(readEnv(process.env), path, showProgress)) : null;
}

/** An anchor that was copied from paper may have line breaks, so it comes in several arguments. */
async function verifyAnchored(path: string, [option, ...line]: string[]): Promise<number | null> {
  if (path === "--anchor")
    return runBeside({ command: "verify-anchor", anchor: [option, ...line].join(" ") });
  if (option !== "--anchor" || line.length === 0) return null;
  return finish(await verifyProofFile(readEnv(process.env), path, line.join(" ")));
}

async function load(path: string): Promise<number> {
  const text = await readWorldFile(path);
  const env = readEnv(process.env);
  const deps = await createDeps(env, createLog(env.logLevel === "info" ? "warn" : env.logLevel));
  try {
    const report = await loadWorld(deps, text);
    print(formatReport(path, report));
    for (const one of report.unprintable) complain(warn(one));
  } finally {
    await deps.close();
  }
  return 0;
}

async function withEmail(command: ForPerson, typed: string): Promise<number> {
  const email = AccountEmail.safeParse(typed).data;
  if (email === undefined) {
    complain(`"${typed}" is not an email address. Nothing was changed.`);
    return 1;
  }
  return runBeside({ command, email });
}

/** On the embedded database, a portal that runs has the only connection: it carries the command out. */
async function runBeside(command: Command): Promise<number> {
  const env = readEnv(process.env);
  const answer = env.databaseUrl ? null : await runInPortal(env.dataDir, command, showProgress);
  return finish(answer ?? (await runDirectly(env, command)));
}

function finish({ message, isGood, code }: Outcome): number {
  (isGood ? print : complain)(message);
  return code ?? (isGood ? 0 : 1);
}

async function runDirectly(env: Env, command: Command): Promise<Outcome> {
  const deps = await createDeps(env, createLog("warn"));
  try {
    return await runCommand(deps, env.publicUrl)(command, showProgress);
  } finally {
    await deps.close();
  }
}

/** On a terminal each message replaces the one before it. */
function showProgress(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${progress}\r`);
}

/** Only the key goes to the standard output, so that it can be sent to a file. */
async function printBackupKey(): Promise<number> {
  print(await makeBackupKey());
  complain(
    "A new key for BACKUP_KEY. Store it in a second place as well: without it, no backup that it encrypts can be opened.",
  );
  return 0;
}

async function adopt(): Promise<number> {
  const { dataDir, databaseUrl } = readEnv(process.env);
  print(await adoptDataDir({ dataDir, databaseUrl }, createLog("warn"), RLS));
  return 0;
}

function formatReport(path: string, { lists: report }: WorldReport): string {
  if (report.length === 0) return `${path} is empty: nothing to load.`;
  const width = Math.max(...report.map(({ list }) => list.length));
  const lines = report.map(
    ({ list, added, alreadyThere }) =>
      `  ${list.padEnd(width)}  ${String(added).padStart(6)} added  ${String(alreadyThere).padStart(6)} already there`,
  );
  const isNew = report.some(({ added }) => added > 0);
  return [`${isNew ? "Loaded" : "Nothing new in"} ${path}:`, ...lines].join("\n");
}

const MAX_LETTERS = 12;

function warn({ place, name, letters }: WorldReport["unprintable"][number]): string {
  const more = letters.length - MAX_LETTERS;
  const shown = letters.slice(0, MAX_LETTERS).join(" ") + (more > 0 ? ` and ${more} more` : "");
  const what = name === null ? place : `${place} “${name}”`;
  return `Warning: PDFs may lack letters of ${what}, because the portal has no font for them: ${shown}`;
}

function refusal(error: WorldRefusedError): string {
  const count = error.errors.length === 1 ? "1 error" : `${error.errors.length} errors`;
  return `Not loaded, and nothing was changed: ${count}.\n\n${error.message}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

// An exit removes unfinished files; a signal alone would not.
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => {
    complain("Stopped before it was finished.");
    process.exit(code);
  });
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof WorldRefusedError) complain(refusal(error));
    else complain(formatFatalError(error));
    process.exit(1);
  },
);
