import type { Readable } from "node:stream";
import type { Logger } from "pino";
import type { z } from "zod";
import type { LiveEvent } from "#contract/live.ts";
import type { AllActions } from "#domain/activity/describe-action.ts";
import type { ImportProgress } from "#domain/csv/import-report.ts";
import type { Id } from "#domain/id.ts";
import type { Audience } from "#domain/notifications/notification.ts";
import type { SearchHit, SearchKind } from "#domain/search/search-hit.ts";
import type { PaperSize } from "#domain/settings/settings.ts";
import type { LimitKind } from "#domain/system/limits.ts";
import type { SystemPart, SystemPartId } from "#domain/system/system-part.ts";
import type { Database, DbOrTx, Tx } from "./db/database.ts";
import type { Env } from "./env/read-env.ts";
import type { settings } from "./schema/settings.ts";

/** Everything outside the program that a use case may use. */
export type Deps = {
  env: Env;
  log: Logger;
  clock: () => Date;
  database: Database;
  /** The database in the scope of the caller; in a reading call, its transaction. */
  db: DbOrTx;
  files: FileStore;
  links: FileLinks;
  cursors: ListCursors;
  evidence: EvidenceKey;
  mailer: Mailer;
  logo: CompanyLogo;
  pdf: PdfRenderer;
  seal: Seal;
  queue: Queue;
  secrets: Secrets;
  identity: Identity;
  live: Live;
  settings: CurrentSettings;
  outside: Outside;
  backupSteps: BackupSteps;
  issuers: Issuers;
  limiter: Limiter;
  readLimiter: ReadLimiter;
  progress: ProgressBook;
  actions: AllActions;
  hitLoaders: { ofOrganization: HitLoaders; ofCompany: HitLoaders };
  systemSources: readonly SystemSource[];
  process: ProcessFigures;
  /** Aborted when the portal begins to stop. Long jobs end then, and another process or the next start repeats them. */
  stopping: AbortSignal;
};

/** What this portal has counted since it started. */
export type ProcessFigures = {
  /** When it started, by performance.now(). */
  startedMs: number;
  openStreams: number;
  /** How often each limit refused a request, and when last. */
  refusals: Record<LimitKind, { count: number; lastAt: Date | null }>;
};

/** A part of /admin/system, and its gauges of /metrics. Both run as the portal and outside of any transaction. */
export type SystemSource = {
  id: SystemPartId;
  read(deps: Deps): Promise<Omit<SystemPart, "id">>;
  measure?(deps: Deps): Promise<Gauge[]>;
};

/** A gauge of Prometheus. The values of labels are a closed set, and need no escaping. */
export type Gauge = { name: string; help: string; samples: readonly Sample[] };
export type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

/** Reads what a list of hits shows of the records of a kind, as far as the caller sees them. */
export type HitLoader = (reader: DbOrTx, ids: readonly Id[]) => Promise<Omit<SearchHit, "kind" | "part">[]>;
export type HitLoaders = { readonly [Kind in SearchKind]?: HitLoader };

/** Tasks of one organization take turns, so that they never hold all connections to the database. */
export type Limiter = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * The reads of one organization take turns, so that anyone who asks much makes their own organization wait, and others
 * little. Long answers come one at a time: each keeps the one processor of this process busy for a while.
 */
export type ReadLimiter = {
  short: Limiter;
  /** Searches keep the processors of the database busy. */
  search: Limiter;
  /** `sent` resolves when an answer is sent; it is null for one that turns out to be short. */
  long: <Result>(
    key: string,
    read: () => Promise<Result>,
    sent: (answer: Result) => Promise<void> | null,
  ) => Promise<Result>;
};

export type Anchor = { chain: Id; position: number; head: string };

/** Signs the heads of the chains. */
export type EvidenceKey = {
  /** 32 bytes in base64url. */
  publicKey: string;
  sign(anchor: Anchor): string;
  /** Signs another text, which must say what it is: no text is an anchor's. */
  signText(text: string): string;
  /** The portal's own key, and those before it. */
  publicKeys: readonly string[];
  /** Whether a public key is the portal's own, or one before it. */
  isTrusted(publicKey: string): boolean;
};

export type FileLinks = {
  /** A link to the file that works for 60 seconds. The caller's right is checked before. */
  sign(fileId: Id, now: Date): string;
  /**
   * The value of a field of an answer, signed again if it is a link of ours. A link that a person sent as a name or a
   * reason stays as it was: otherwise everybody with an old link could renew it.
   */
  renew(field: string, value: unknown, now: Date): unknown;
  /** Whether we signed a link for this file, and it still works. */
  verify(fileId: string, link: { expires: string; signature: string }, now: Date): boolean;
};

/** Stores the bytes of files under their SHA-256. Equal bytes are stored once. */
export type FileStore = {
  /** Resolves when the bytes are safely stored. Throws AppError "unavailable" if they cannot be stored (disk full). */
  put(bytes: Uint8Array): Promise<{ sha256: string; byteLength: number }>;
  /** The bytes as a stream; null if the store has none with this hash. */
  open(sha256: string): Promise<Readable | null>;
  /** Removes bytes that must not stay, such as those of a person who was erased. */
  remove(sha256: string): Promise<void>;
  /**
   * Removes bytes that were stored more than a month ago and that `findNamed`, asked for some hashes, does not return.
   */
  sweep(now: Date, findNamed: (hashes: string[]) => Promise<ReadonlySet<string | null>>): Promise<void>;
};

export type Identity = {
  /** The subject of a valid identity token; null if it is expired, forged or unreadable. */
  verifyToken(token: string): Promise<TokenSubject | null>;
  /** The subject of the session in this cookie header; null without a valid session. */
  readSession(cookie: string): Promise<TokenSubject | null>;
};

/** The subject of a token, and the session that it was made from. The token ends with the session. */
export type TokenSubject = { authUserId: string; email: string; sessionId: string };

/** The purpose of a hash. A hash for one purpose is useless for another. */
type Purpose =
  | "session"
  | "sign-in code"
  | "sign-in code's holder"
  | "known device"
  | "signing code"
  | "signature confirmation"
  | "invitation"
  | "reading link"
  | "reading browser"
  | "joining code"
  | "request"
  | "email change"
  | "client view"
  | "backup code"
  | "passkey challenge"
  | "second-factor setup"
  | "issuer flow"
  | "issuer token"
  | "issuer session";

/** Hashes and encrypts tokens and codes, so that database rows are useless without the secret of the data directory. */
export type Secrets = {
  /** The stored form of a token or code. Without the secret no one can try all codes against the hash. */
  hash(purpose: Purpose, ...words: string[]): string;
  /** Encrypts text that is needed again, such as a mail that waits to be sent. */
  seal(words: string): string;
  /** Throws if the text was sealed with another secret. */
  open(sealed: string): string;
};

/** Fetches one file from another host. */
export type Outside = {
  /** Throws OutsideError, which says whether a retry may help. */
  fetch(address: string): Promise<Uint8Array>;
};

/** The portal as a client of an OpenID Connect issuer. */
export type IssuerClient = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Only the company's own issuer may be at a private address. */
  network: "public" | "internal";
};

/** A person, as their issuer names them. `issuer` and `subject` stay the same; everything else may change. */
export type VerifiedIdentity = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  authenticatedAt: Date | null;
  firstName: string | null;
  lastName: string | null;
  idToken: string;
  /** When the identity token was issued, and until when it is valid. */
  issuedAt: Date;
  expiresAt: Date;
  /** The issuer's session, which its back-channel logout names. */
  sessionId: string | null;
};

/** An issuer ended the sessions of a subject, or one session. */
export type LogoutNotice = {
  subject: string | null;
  sessionId: string | null;
  /** Of the notice, so that it works once until it expires. */
  tokenId: string;
  expiresAt: Date;
};

export type SignInFlow = {
  /** The address that the issuer sent the browser to. */
  callback: URL;
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  isFresh: boolean;
  startedAt: Date;
};

/** OpenID Connect issuers. Every call throws IssuerError (single-sign-on/issuer-error.ts), with a sentence for people. */
export type Issuers = {
  /** Reads the issuer's description and keys again. */
  check(client: IssuerClient): Promise<void>;
  /** Where to send the browser. `isFresh`: the person must sign in again, even if the issuer has a session. */
  begin(
    client: IssuerClient,
    options: { redirectUri: string; isFresh: boolean; email?: string },
  ): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>;
  finish(client: IssuerClient, flow: SignInFlow): Promise<VerifiedIdentity>;
  /** An identity token that a program sends. Its email may be missing. */
  verifyIdToken(client: Omit<IssuerClient, "clientSecret">, token: string): Promise<VerifiedIdentity>;
  /** Where the browser ends its session at the issuer; null if the issuer offers that not, or cannot be reached. */
  endSessionUrl(
    client: IssuerClient,
    options: { idToken: string | null; returnTo: string },
  ): Promise<string | null>;
  verifyLogoutToken(client: Omit<IssuerClient, "clientSecret">, token: string): Promise<LogoutNotice>;
};

/**
 * The long steps of a scheduled backup. They throw StartError with a sentence for what can be corrected, and QuietFailure
 * if the portal is stopping.
 */
export type BackupSteps = {
  /** Writes an encrypted backup, as `part` until it is complete. `copy`: a copy of the embedded database. */
  write(file: { path: string; part: string; copy: string | null }): Promise<void>;
  /** Restores the backup at `path` into the new folder `scratch`, verifies its evidence there, and removes the folder. */
  rehearse(backup: { path: string; scratch: string }): Promise<void>;
};

export type ReportProgress = (step: ImportProgress["step"], done: number, of: number) => void;

/** How far the checks and imports of this process are. */
export type ProgressBook = {
  /** Calls `run`, which reports its progress under an id until it ends. Without an id, nothing is reported. */
  during<Result>(id: string | undefined, run: (report: ReportProgress) => Promise<Result>): Promise<Result>;
  read(id: string): ImportProgress | null;
};

/** Work after a commit, done at least once. `run` is idempotent. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** The name of its queue: "render-document-pdf". */
  name: string;
  payload: Payload;
  /** Runs once in the life of a database, without being enqueued: work left by an upgrade. */
  isOnce?: boolean;
  /** Runs at the start and then again after this time, without being enqueued; in one process of several. */
  everySeconds?: number;
  /** How long an enqueued one may run before it is started again; five minutes by default. */
  maxSeconds?: number;
  /** How many run at once in a process; two if nothing is said. */
  atOnce?: number;
  /** What it returns is told to another job of the same queue, which goes on with the work. */
  run(deps: Deps, payload: z.output<Payload>): Promise<void> | Promise<z.input<Payload> | undefined>;
  /** Notes that the last try failed, and why. */
  onFinalFailure?(deps: Deps, payload: z.output<Payload>, failure: unknown): Promise<void>;
};

export type Queue = {
  /** Adds a job in the caller's transaction: both are committed together or not at all. */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    job: Pick<Job<Payload>, "name" | "payload" | "maxSeconds">,
    payload: z.input<Payload>,
  ): Promise<void>;
  /** Starts the workers, which also pick up jobs of dead processes. */
  work(deps: Deps): Promise<void>;
  /** Waits for running jobs, some seconds at most. */
  stop(): Promise<void>;
};

/** Where a page begins: after a row, or before one. */
export type Cursor = { direction: Direction; position: Position };

/**
 * Makes and reads the cursors of lists. A cursor is signed for one query of one owner. Any other cursor reads as
 * null.
 */
export type ListCursors = {
  write(query: SignedQuery, cursor: Cursor): string;
  read(query: SignedQuery, cursor: string): Cursor | null;
};

/** The owner and the query. Two are equal if their JSON is. */
export type SignedQuery = readonly unknown[];

/** The position of a row: its sort keys as text. */
export type Position = readonly (string | null)[];

export type Direction = "after" | "before";

export type Subscriber = {
  onEvent: (event: LiveEvent, audience: Audience) => void;
  /** Events may have been missed. */
  onGap?: () => void;
};

/** Tells open pages which record changed. Pages fetch the content with their own rights. */
export type Live = {
  /** Sends the event to the audience when the transaction commits. */
  publish(tx: Tx, audience: Audience, event: LiveEvent): Promise<void>;
  /** The same for any number of events, in one statement. */
  publishAll(tx: Tx, notices: readonly { audience: Audience; event: LiveEvent }[]): Promise<void>;
  /** Calls back for every event for one of the audiences until closed. */
  subscribe(audiences: readonly Audience[], subscriber: Subscriber): { close(): void };
  /** For how many milliseconds none of the audiences has certainly been told anything. */
  quietFor(audiences: readonly Audience[]): number;
};

/** The settings that a mail shows. */
export type MailBrand = Pick<Current, "companyName" | "productName" | "companySite" | "accent" | "timeZone">;

export type ComposedMail = { subject: string; text: string; html: string };

export type OutgoingMail = ComposedMail & {
  /** Becomes the Message-ID, so that mail programs show a mail that is sent twice once. */
  mailId: string;
  to: string;
  attachments: { fileName: string; contentType: string; bytes: Uint8Array }[];
};

/** The company's logo for the head of mails: a PNG, and its size on the screen. */
export type MailLogo = { bytes: Uint8Array; width: number; height: number };

/** Null: there is no logo, it cannot be read, or a mail cannot show it. */
export type CompanyLogo = {
  forMail(): Promise<MailLogo | null>;
  /** As a data URL, because print fetches nothing. */
  forPrint(): Promise<string | null>;
};

export type Mailer = {
  /** The mail server, as "host" or "host:port"; null: mails are stored as files. */
  server: string | null;
  /** What became of mails since this process started. */
  counts: Record<"sent" | "refused" | "deferred", number>;
  /** Whether the mail server takes a connection and the sign-in of MAIL_URL; null: it does, or mails are files. */
  findFault(): Promise<string | null>;
  /** Resolves when the mail server has accepted the mail; throws otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /** The HTML of a mail as it would be shown, with the logo in it. */
  preview(html: string): Promise<string>;
};

/** Whether someone still waits for an answer. */
export type IsAwaited = () => boolean;

/** The metadata of a PDF, beside its title and language. */
export type PdfMetadata = {
  author: string;
  /** The program that made the document. */
  program: string;
  /** The number or id of the document. */
  identifier: string;
};

export type PdfOptions = {
  /** A4 unless it is named. */
  paperSize?: PaperSize;
  metadata?: PdfMetadata;
  /** A text in the footer of each page, before the title. */
  footerText?: string;
};

/** A preview, whether someone still waits for it, and a key: of waiting requests with one key the newest is printed. */
export type PreviewRequest = { previewKey: string; isAwaited: IsAwaited };

/** Turns a self-contained HTML document into a tagged PDF. */
export type PdfRenderer = {
  /** Throws AppError "unavailable" if there is no browser. */
  render(html: string, options?: PdfOptions): Promise<Uint8Array>;
  /**
   * Prints in a queue of its own, so that no preview delays the PDF of an accepted document. Who waits for the same key
   * gets the newest. Throws AppError "unavailable" also if the queue is full.
   */
  renderPreview(request: PreviewRequest, html: string, options: PdfOptions): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** PAdES: B-B is a seal, B-T one with a time stamp. */
export type SealLevel = "B-B" | "B-T";

/** Seals the PDFs of what people accepted or signed. */
export type Seal = {
  /**
   * The PDF with its metadata, and its record attached and sealed. Throws SealFailure if the keys cannot be used.
   */
  apply(
    pdf: Uint8Array,
    record: string,
    metadata?: PdfMetadata,
  ): Promise<{ pdf: Uint8Array; level: SealLevel }>;
  /** Tries to seal a PDF. Returns why that fails, and tells the log; null if it succeeds. */
  findFault(): Promise<string | null>;
  /** The keys of the portal's seals (seal-keys.ts). */
  publicKeys(): string[];
};

/** The settings that hold now. A change makes another object, so that what was derived from this one can be kept. */
export type Current = Omit<typeof settings.$inferSelect, "settingsId" | "changedAt"> & {
  /** Another one after each change. */
  version: string;
  /** The logo's file on the server, unless an image was uploaded; undefined: the product's logo. */
  logoPath: string | undefined;
};

/** The settings in memory, the same in every process within moments of a change. */
export type CurrentSettings = {
  now(): Current;
  /** Reads the settings again. A process that changes them has them at once. */
  refresh(): Promise<void>;
  close(): void;
};
