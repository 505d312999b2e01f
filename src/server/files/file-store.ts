import type { Readable } from "node:stream";

/** Stores the bytes of files under their SHA-256. Equal bytes are stored once. */
export type FileStore = {
  /** Resolves when the bytes are safely stored. Throws AppError "unavailable" if they cannot be stored (disk full). */
  put(bytes: Uint8Array): Promise<{ sha256: string; byteLength: number }>;
  /** The bytes as a stream; null if the store has none with this hash. */
  open(sha256: string): Promise<Readable | null>;
  /** Removes bytes that must not stay, such as those of a person who was erased. */
  remove(sha256: string): Promise<void>;
  /** Removes bytes that were stored more than a month ago and that `findNamed`, asked for some hashes, does not return. */
  sweep(now: Date, findNamed: (hashes: string[]) => Promise<ReadonlySet<string | null>>): Promise<void>;
};
