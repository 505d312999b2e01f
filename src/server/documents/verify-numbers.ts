import { buffer } from "node:stream/consumers";
import { and, asc, eq, gt } from "drizzle-orm";
import { readSealedPdf } from "#domain/evidence/pdf/read-sealed-pdf.ts";
import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { documentDecisions, documentSnapshots } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { files } from "../schema/files.ts";

const BATCH_SIZE = 50;

/**
 * Compares the number of each document whose decision has none in its event (a record of format 1) with its sealed PDF.
 * Returns a sentence for each difference.
 */
export async function verifyNumbers(deps: Pick<Deps, "db" | "files">): Promise<string[]> {
  const { uniqueDocumentId, externalId, name } = uniqueDocuments;
  const messages: string[] = [];
  let after: Id = "";
  for (;;) {
    const rows = await deps.db
      .select({ id: uniqueDocumentId, externalId, name, sha256: files.sha256 })
      .from(documentDecisions)
      .innerJoin(uniqueDocuments, eq(uniqueDocumentId, documentDecisions.uniqueDocumentId))
      .innerJoin(documentSnapshots, eq(documentSnapshots.uniqueDocumentId, uniqueDocumentId))
      .innerJoin(files, eq(files.fileId, documentSnapshots.fileId))
      .where(and(eq(documentDecisions.recordVersion, 1), gt(uniqueDocumentId, after)))
      .orderBy(asc(uniqueDocumentId))
      .limit(BATCH_SIZE);
    for (const { id, sha256, ...row } of rows) {
      const sealed = await sealedNumber(deps, sha256);
      if (sealed !== null && sealed !== row.externalId)
        messages.push(
          `The number of the document “${row.name}”, ${id}, is ${row.externalId}, and its sealed PDF says ${sealed}.`,
        );
    }
    const last = rows.at(-1);
    if (!last) return messages;
    after = last.id;
  }
}

/** Null: the PDF is not there or was made before PDFs carried a record, which others tell of. */
async function sealedNumber({ files: store }: Pick<Deps, "files">, sha256: string): Promise<string | null> {
  const stream = await store.open(sha256);
  const bytes = stream && (await buffer(stream).catch(() => null));
  const record = bytes && (await readSealedPdf(new Uint8Array(bytes)))?.record;
  if (!record) return null;
  const { shown } = JSON.parse(record) as { shown?: { externalId?: unknown } };
  return typeof shown?.externalId === "string" ? shown.externalId : null;
}
