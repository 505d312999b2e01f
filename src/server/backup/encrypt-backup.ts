import { closeSync, openSync, readSync } from "node:fs";
import { codeOf } from "../causes.ts";
import { StartError } from "../start-error.ts";

// The format of age (age-encryption.org/v1), so that `age --decrypt` opens these files without the portal. The library
// is loaded when it is needed: that takes as long as a tenth of a start.

const FIRST_LINE = "age-encryption.org/v1";
/** The library encrypts a whole chunk before it asks for the next one, so chunks are small. */
const CHUNK_BYTES = 1 << 20;

/** A new key: the line of an age identity. */
export async function makeBackupKey(): Promise<string> {
  const { generateX25519Identity } = await import("age-encryption");
  return generateX25519Identity();
}

/** Throws StartError if the key has a mistake in it. */
export async function requireBackupKey(key: string): Promise<void> {
  const { identityToRecipient } = await import("age-encryption");
  try {
    await identityToRecipient(key);
  } catch {
    throw new StartError(
      "BACKUP_KEY has a mistake in it: a letter is wrong or missing. Set it to the whole line that `counterpart backup-key` printed.",
    );
  }
}

export async function* encryptBackup(bytes: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const { Encrypter, identityToRecipient } = await import("age-encryption");
  await requireBackupKey(key);
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  const encrypted = await encrypter.encrypt(streamOf(inChunks(bytes)));
  for await (const chunk of encrypted) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Whether a file begins like one that age encrypted. */
export function isEncrypted(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const found = Buffer.alloc(FIRST_LINE.length);
    readSync(file, found);
    return found.toString("latin1") === FIRST_LINE;
  } finally {
    closeSync(file);
  }
}

/** Throws StartError if there is no key, another one, or a changed byte. */
export async function* decryptBackup(
  bytes: AsyncIterable<Buffer>,
  key: string | null,
): AsyncGenerator<Buffer> {
  if (key === null)
    throw new StartError(
      "This backup is encrypted. Set BACKUP_KEY to the key with which it was made, or BACKUP_KEY_FILE to a file with it.",
    );
  await requireBackupKey(key);
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    const decrypted = await decrypter.decrypt(streamOf(inChunks(bytes)));
    for await (const chunk of decrypted) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  // An error of the disk has a code; those of the library have none.
  if (!(error instanceof Error) || codeOf(error) !== "") return error;
  if (error.message.includes("no identity matched"))
    return new StartError(
      "This backup was encrypted with another key than BACKUP_KEY. Set BACKUP_KEY to the key with which it was made.",
    );
  return new StartError("This backup is refused: it was changed, damaged or cut off after it was encrypted.");
}

async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of bytes)
    for (let at = 0; at < part.byteLength; at += CHUNK_BYTES) yield part.subarray(at, at + CHUNK_BYTES);
}

function streamOf(bytes: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await bytes.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}
