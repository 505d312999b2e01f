import type { Readable } from "node:stream";

/** Where the bytes of files lie, each under its SHA-256. The same bytes are kept once. */
export type FileStore = {
  /** Resolves when the bytes are safely there. Throws AppError "unavailable" when they cannot be kept (disk full). */
  put(bytes: Uint8Array): Promise<{ sha256: string; byteLength: number }>;
  /** The bytes as a stream, or null when there are none under this hash. */
  open(sha256: string): Promise<Readable | null>;
};
