import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import type { FileStore } from "../deps.ts";

const BATCH_SIZE = 5000;
const REPORT_SIZE = 200;

type Stored = { sha256: string; byteLength: number; what: string };

/** Reads the bytes of every stored file. Returns a sentence for each that is missing or differs. */
export async function verifyFiles(
  { db, files }: { db: DbOrTx; files: FileStore },
  count: (files: number) => void,
): Promise<string[]> {
  const messages: string[] = [];
  let after = "";
  for (;;) {
    const stored = await readStored(db, after);
    for (const [index, one] of stored.entries()) {
      const difference = await compareBytes(files, one);
      // An erasure removes the row, and then the bytes.
      if (difference && (await isNamed(db, one))) messages.push(difference);
      if ((index + 1) % REPORT_SIZE === 0) count(REPORT_SIZE);
    }
    count(stored.length % REPORT_SIZE);
    const last = stored.at(-1);
    if (!last) return messages;
    after = last.sha256;
  }
}

/** Equal bytes are stored once, so they are read once, unless two rows name different lengths for them. */
async function readStored(reader: DbOrTx, after: string): Promise<Stored[]> {
  const { rows } = await reader.execute<{ sha256: string; byteLength: string; what: Id }>(sql`
    with stored as (
      (select sha256, byte_length, 'the file ' || file_id as what from files
        where sha256 > ${after} order by sha256 fetch first (${BATCH_SIZE}) rows with ties)
      union all (select sha256, byte_length, 'the image ' || image_id from images
        where sha256 > ${after} order by sha256 fetch first (${BATCH_SIZE}) rows with ties)
      union all (select sha256, byte_length, 'the image ' || image_id from image_files
        where sha256 > ${after} order by sha256 fetch first (${BATCH_SIZE}) rows with ties)
    ), next as (select sha256 from stored order by sha256 limit ${BATCH_SIZE})
    select sha256, byte_length as "byteLength", min(what) as what from stored
    where sha256 in (select sha256 from next) group by sha256, byte_length order by sha256`);
  return rows.map((row) => ({ ...row, byteLength: Number(row.byteLength) }));
}

/** Whether a row still names these bytes. */
async function isNamed(reader: DbOrTx, { sha256, byteLength }: Stored): Promise<boolean> {
  const { rows } = await reader.execute<{ sha256: string }>(sql`
    select sha256 from (
      select sha256, byte_length from files union all select sha256, byte_length from images
      union all select sha256, byte_length from image_files
    ) stored where sha256 = ${sha256} and byte_length = ${byteLength} limit 1`);
  return rows.length > 0;
}

async function compareBytes(files: FileStore, { sha256, byteLength, what }: Stored): Promise<string | null> {
  const bytes = await files.open(sha256);
  if (!bytes) return `The bytes of ${what} are missing (${sha256}).`;
  const hash = createHash("sha256");
  let length = 0;
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) {
      hash.update(part);
      length += part.byteLength;
    }
  } catch {
    return `The bytes of ${what} can't be read (${sha256}).`;
  }
  if (hash.digest("hex") !== sha256) return `The bytes of ${what} were changed (${sha256}).`;
  return length === byteLength ? null : `The record of ${what} names another length than its bytes have.`;
}
