import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { symmetricDecrypt } from "better-auth/crypto";
import { escapeLiteral } from "pg";
import { counterpartCommand } from "../counterpart-command.ts";
import { findSecret, readSecret } from "../data-dir/secret.ts";
import { readLine, writeOnce } from "../data-dir/write-once.ts";
import { ADVISORY_LOCKS } from "../db/database.ts";
import type { Queryable } from "../db/roles.ts";
import { listStored } from "../db-embedded/refuse-damaged-folder.ts";
import { StartError } from "../start-error.ts";

// A data directory and a database belong together: the one holds the secret and the files, the other holds rows that
// need them. Both carry the same id, the directory in a file, the database as the comment of a schema.

export type Pair = {
  dataDir: string;
  /** What the directory holds beside an embedded database. */
  present: readonly string[];
  idOfFolder: string | null;
  hasSecret: boolean;
  idOfDatabase: string | null;
  /** No migration has ever run. */
  isDatabaseEmpty: boolean;
  /** Whether the secret decrypts the signing keys in use; null without such keys. */
  fitsSecret: boolean | null;
};

const NOTE = "Counterpart installation ";
const ID = /^[0-9a-f-]{36}$/;

/** Why this directory and this database may not be used together; null if they may. */
export function refusePair(pair: Pair): string | null {
  return refuseForeign(pair) ?? refuseLostSecret(pair);
}

/** Why the directory may not become the database's own; null if it may. */
export function refuseForeign(pair: Pair): string | null {
  const { dataDir, present, idOfFolder, idOfDatabase, isDatabaseEmpty } = pair;
  if (isDatabaseEmpty && present.length > 0)
    return (
      `The data directory ${dataDir} holds a portal's ${present.join(", ")}, but the database is empty. ` +
      "Nothing was changed. Restore the database from its backup, or correct DATABASE_URL. " +
      "To begin a new portal, set DATA_DIR to an empty folder."
    );
  if (idOfFolder === null || idOfDatabase === null || idOfFolder === idOfDatabase) return null;
  return (
    `The data directory ${dataDir} belongs to another database (installation ${idOfFolder}) than the one that is ` +
    `configured (installation ${idOfDatabase}). Nothing was changed. Set DATA_DIR and DATABASE_URL to the two that ` +
    `belong together. For a copy of a database, set DATA_DIR to an empty folder and run: ${counterpartCommand("adopt")}`
  );
}

function refuseLostSecret(pair: Pair): string | null {
  const { dataDir, present, idOfFolder, hasSecret, idOfDatabase, fitsSecret } = pair;
  const isKnown = idOfFolder !== null || idOfDatabase !== null || fitsSecret !== null;
  const isProven = fitsSecret ?? (idOfFolder !== null || idOfDatabase === null);
  if (hasSecret ? isProven : !isKnown) return null;
  const found = hasSecret
    ? "holds another secret than the one that this database was used with"
    : present.length > 0
      ? `holds ${present.join(", ")}, but not the secret of this database`
      : "is empty, but the database is not: the secret and the files that belong to it are elsewhere";
  return (
    `The data directory ${dataDir} ${found}. Nothing was changed. Set DATA_DIR to the folder that belongs to the ` +
    `database, or restore that folder from its backup. If it is lost, run: ${counterpartCommand("adopt")} ` +
    "(everybody signs in again, and codes and links that were mailed before stop working)"
  );
}

export async function readPair(owner: Queryable, dataDir: string): Promise<Pair> {
  const { rows } = await owner.query<{ note: string | null; is_empty: boolean; has_keys: boolean }>(
    `select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as note,
       to_regclass('drizzle.__drizzle_migrations') is null as is_empty,
       to_regclass('public.jwks') is not null as has_keys`,
  );
  const { note = null, is_empty: isDatabaseEmpty = true, has_keys: hasKeys = false } = rows[0] ?? {};
  const secret = findSecret(dataDir);
  const keys = hasKeys ? await readLiveKeys(owner) : [];
  const decrypted = await Promise.all(keys.map(({ privateKey }) => decrypts(secret ?? "", privateKey)));
  return {
    dataDir,
    present: listStored(dataDir),
    idOfFolder: readId(dataDir),
    hasSecret: secret !== null,
    idOfDatabase: note?.startsWith(NOTE) ? note.slice(NOTE.length) : null,
    isDatabaseEmpty,
    fitsSecret: keys.length === 0 ? null : decrypted.every(Boolean),
  };
}

/** Throws StartError if the directory and the database do not belong together. */
export async function requirePair(owner: Queryable, dataDir: string): Promise<void> {
  const refusal = refusePair(await readPair(owner, dataDir));
  if (refusal) throw new StartError(refusal);
}

/** Throws StartError if the directory cannot become the database's own, or if a portal uses the database now. */
export async function requireAdoptable(owner: Queryable, dataDir: string): Promise<void> {
  const pair = await readPair(owner, dataDir);
  const refusal = pair.isDatabaseEmpty
    ? "The database is empty: there is nothing to adopt. Start the portal instead."
    : refuseForeign(pair);
  if (refusal) throw new StartError(refusal);
  // A running portal would continue with its own secret, make a signing key with it, and lock the adopted directory out.
  const { rows } = await owner.query<{ is_alone: boolean }>(
    `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.alive}) as is_alone`,
  );
  if (rows[0]?.is_alone) return;
  throw new StartError(
    "A process of the portal uses the database. Nothing was changed. Stop all of its processes, then run: " +
      counterpartCommand("adopt"),
  );
}

/** Gives directory and database the same id, and the directory a secret. Keeps what is there. */
export async function settlePair(owner: Queryable, dataDir: string): Promise<void> {
  readSecret(dataDir);
  const { idOfDatabase } = await readPair(owner, dataDir);
  const id = writeOnce(pathOfId(dataDir), idOfDatabase ?? randomUUID());
  if (idOfDatabase === id) return;
  // Another process with another directory may have been faster.
  if (idOfDatabase !== null) await requirePair(owner, dataDir);
  await noteInstallation(owner, id);
}

/** Writes the installation's id into the database. */
export async function noteInstallation(owner: Queryable, id: string): Promise<void> {
  await owner.query(`comment on schema drizzle is ${escapeLiteral(NOTE + id)}`);
}

/** Ends the signing keys that the secret does not decrypt; the next token gets a new one. Returns their number. */
export async function retireForeignKeys(owner: Queryable, dataDir: string): Promise<number> {
  const secret = findSecret(dataDir) ?? "";
  let retired = 0;
  for (const key of await readLiveKeys(owner)) {
    if (await decrypts(secret, key.privateKey)) continue;
    await owner.query(`update jwks set "expiresAt" = now() where id = $1`, [key.id]);
    retired += 1;
  }
  // No one could sign in with them any more.
  if (retired > 0) await owner.query("delete from second_factors");
  return retired;
}

type SigningKey = { id: string; privateKey: string };

async function readLiveKeys(owner: Queryable): Promise<SigningKey[]> {
  const { rows } = await owner.query<SigningKey>(
    `select id, "privateKey" from jwks where "expiresAt" is null or "expiresAt" > now()`,
  );
  return rows;
}

async function decrypts(secret: string, privateKey: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
    return true;
  } catch {
    return false;
  }
}

const pathOfId = (dataDir: string) => join(dataDir, "installation");

function readId(dataDir: string): string | null {
  const path = pathOfId(dataDir);
  const id = readLine(path);
  if (id === null || ID.test(id)) return id;
  throw new StartError(
    `The file ${path} is damaged: it holds no installation id. Nothing was changed. Restore the file from a backup. ` +
      `If you know that the folder belongs to the database, remove the file and run: ${counterpartCommand("adopt")}`,
  );
}
