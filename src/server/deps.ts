import type { Logger } from "pino";
import type { ReadTurns } from "./access/read-turns.ts";
import type { Turns } from "./access/turns.ts";
import type { Database, Reader } from "./db/database.ts";
import type { Env } from "./env/read-env.ts";
import type { EvidenceKey } from "./evidence/evidence-key.ts";
import type { FileLinks } from "./files/file-links.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Identity } from "./identity/create-identity.ts";
import type { Secrets } from "./identity/keep-secrets.ts";
import type { Outside } from "./images/fetch-outside.ts";
import type { ProgressBook } from "./imports/tell-progress.ts";
import type { Queue } from "./jobs/job.ts";
import type { ListCursors } from "./lists/list-cursors.ts";
import type { Live } from "./live/live.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { PdfRenderer } from "./pdf/pdf-renderer.ts";
import type { Seal } from "./seal/create-seal.ts";
import type { CurrentSettings } from "./settings/current-settings.ts";

/** Everything outside the program that a use case may use. */
export type Deps = {
  env: Env;
  log: Logger;
  clock: () => Date;
  database: Database;
  /** The database in the scope of the caller; in a reading call, its transaction. */
  db: Reader;
  files: FileStore;
  links: FileLinks;
  cursors: ListCursors;
  evidence: EvidenceKey;
  mailer: Mailer;
  pdf: PdfRenderer;
  seal: Seal;
  queue: Queue;
  secrets: Secrets;
  identity: Identity;
  live: Live;
  settings: CurrentSettings;
  outside: Outside;
  turns: Turns;
  readTurns: ReadTurns;
  progress: ProgressBook;
};
