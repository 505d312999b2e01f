import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { OF_FILE } from "#domain/evidence/evidence-event.ts";
import { AppError, evidenceError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { fileEvidence } from "../evidence/append-evidence.ts";
import { type EvidenceRow, findDifferences } from "../evidence/check-evidence.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { readInScope } from "../rls/in-scope.ts";
import { files } from "../schema/files.ts";
import { FILE_PATH } from "./file-links.ts";

/** Allows a browser's PDF viewer and nothing else: a stored file cannot run anything. */
const CONTENT_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** Serves stored files to everybody with a valid link. The link is the only key. */
export async function serveFiles(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get<LinkRequest<"fileId">>(
    `${FILE_PATH}/:fileId`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { fileId } = request.params;
      const file = isLinkValid(deps, fileId, request.query) ? await findFile(deps, fileId) : undefined;
      // Unknown, forged and expired links get the same answer.
      if (!file)
        throw new AppError(
          "forbidden",
          "This link no longer works. Go back to the portal and open the file again.",
        );
      const bytes = file.evidence ? await readIntact(deps, file) : await deps.files.open(file.sha256);
      if (!bytes) {
        request.log.error({ fileId, sha256: file.sha256 }, "The bytes of a stored file are missing");
        throw new AppError("unavailable", "The file can't be read at the moment. Please try again later.");
      }
      return reply
        .headers(fileHeaders(file.contentType, "inline", file.fileName, CONTENT_POLICY))
        .header("content-length", file.byteLength)
        .send(bytes);
    },
  );
}

/** A request by a signed link. */
export type LinkRequest<Id extends string> = { Params: Record<Id, string>; Querystring: LinkQuery };
type LinkQuery = Record<"expires" | "signature", unknown>;

export function isLinkValid(
  { links, clock }: Pick<Deps, "links" | "clock">,
  key: string,
  query: LinkQuery,
): boolean {
  const link = { expires: String(query.expires), signature: String(query.signature) };
  return links.verify(key, link, clock());
}

/** The headers of a private file. */
export function fileHeaders(type: string, show: "inline" | "attachment", name: string, policy: string) {
  return {
    "content-type": type,
    "content-disposition": `${show}; filename*=UTF-8''${encodeFileName(name)}`,
    "cache-control": "private, no-store",
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
  };
}

type FoundFile = typeof files.$inferSelect & { evidence: EvidenceRow | undefined };

async function findFile(deps: Deps, fileId: string): Promise<FoundFile | undefined> {
  return readInScope(deps.database, { role: "visitor", key: fileId }, async (tx) => {
    const [file] = await tx.select().from(files).where(eq(files.fileId, fileId));
    const [evidence] = await findEvidence(tx, fileId, OF_FILE);
    return file && { ...file, evidence };
  });
}

/** The bytes of a file that is evidence; null if they are missing. Throws AppError "conflict" if anything differs. */
async function readIntact(deps: Deps, file: FoundFile): Promise<Buffer | null> {
  const stream = await deps.files.open(file.sha256);
  if (!stream) return null;
  const bytes = await buffer(stream);
  const ofId = String(file.evidence?.facts.ofId);
  const record = fileEvidence("document.snapshot", ofId, { ...file, sha256: hash("sha256", bytes) });
  const differences = findDifferences(deps.evidence, { event: file.evidence }, record);
  if (differences.length === 0) return bytes;
  deps.log.error({ fileId: file.fileId, differences }, "A file differs from its evidence");
  throw evidenceError("This file differs from its evidence, so it isn't shown. Please contact us.");
}

/** RFC 8187 forbids four characters that encodeURIComponent leaves unchanged. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
