import { z } from "zod";

/** The version of the format. Another one is refused. */
export const FORMAT = 1;

/** The files of the data directory that a restored portal needs, beside its database and files. */
export const OWN_FILES = [
  /** The secret that the portal's keys are derived from. */
  "secret",
  /** The id by which the database and the files know each other. */
  "installation",
  /** When the portal began its evidence. Where it is, a database without evidence is refused. */
  "evidence-begun",
  /** Public keys of earlier secrets, whose signatures are still trusted. */
  "former-evidence-keys",
  /** The certificate in the seals of PDFs. */
  "seal-certificate.pem",
] as const;

const TableName = z.string().regex(/^(public|drizzle|pgboss)\.\w+$/);
const Count = z.number().int().nonnegative();

/** The first part, `head.json`: everything that must be known before rows can be loaded. */
export const Head = z.object({
  format: z.literal(FORMAT),
  backupId: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The version that made it; 0.1.0 named none. */
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .optional(),
  installationId: z.uuid(),
  /** The migrations that had run, oldest first. */
  migrations: z.array(z.string().regex(/^\d{14}_[\w-]+$/)).min(1),
  tables: z.array(z.strictObject({ name: TableName, columns: z.array(z.string()).min(1) })),
  sequences: z.array(
    z.strictObject({ name: TableName, value: z.string().regex(/^\d+$/), isUsed: z.boolean() }),
  ),
  /** The end of each chain of evidence. */
  ends: z.array(
    z.strictObject({ chain: z.string(), position: Count, head: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
export type Head = z.infer<typeof Head>;

/** The last part: every other part with its length and hash. Its own hash is in its name. */
export const Manifest = z.strictObject({
  parts: z.array(z.tuple([z.string(), Count, z.string()])),
  rows: z.record(TableName, Count),
  /** Hashes of files that rows name, and that were missing or changed in the data directory. */
  lost: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Manifest = z.infer<typeof Manifest>;

export type PartKind =
  | { kind: "head" }
  | { kind: "file"; sha256: string }
  | { kind: "own"; name: string }
  | { kind: "rows"; table: string }
  | { kind: "manifest"; sha256: string };

/** The kind of a part by its name; null if no backup has a part of this name. */
export function kindOfPart(name: string): PartKind | null {
  if (name === "head.json") return { kind: "head" };
  const [, sha256] = /^files\/([0-9a-f]{64})$/.exec(name) ?? [];
  if (sha256) return { kind: "file", sha256 };
  const [, own] = /^own\/([\w.-]+)$/.exec(name) ?? [];
  if (own && (OWN_FILES as readonly string[]).includes(own)) return { kind: "own", name: own };
  const [, table] = /^rows\/([a-z]+\.\w+)\/\d{6}\.ndjson\.gz$/.exec(name) ?? [];
  if (table) return { kind: "rows", table };
  const [, manifest] = /^manifest-([0-9a-f]{64})\.json$/.exec(name) ?? [];
  return manifest ? { kind: "manifest", sha256: manifest } : null;
}
