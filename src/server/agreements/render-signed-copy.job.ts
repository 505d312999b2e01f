import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { describeIssuer } from "#domain/consent/consent.ts";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import { OF_SIGNATURE } from "#domain/evidence/evidence-event.ts";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { findAccessGiverName, findIssuerSetUp } from "../access-records/queries.ts";
import type { Deps } from "../deps.ts";
import { fileEvidence } from "../evidence/append-evidence.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { plainFileName } from "../files/file-links.ts";
import { defineJob } from "../jobs/job.ts";
import { printWithContents } from "../pdf/print-with-contents.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { files } from "../schema/files.ts";
import { recordOf, type StoredSeal } from "../seal/create-seal.ts";
import { mailSignedCopy } from "./mail-signed-copy.ts";
import { printSignedCopy } from "./print-signed-copy.ts";
import { findSignature, lockSignature, readVersion } from "./queries.ts";
import { requireIntactSignature } from "./signature-evidence.ts";

/** Makes and mails the signed copy. One transaction at the end makes all changes, so a killed job can run again. */
export const renderSignedCopy = defineJob({
  name: "render-signed-copy",
  payload: z.strictObject({ signedGeneralDocumentId: Id }),
  async run(deps, { signedGeneralDocumentId }) {
    const signature = await findSignature(deps.db, signedGeneralDocumentId);
    if (!signature || signature.contentHash === null || signature.fileId !== null) return;
    await requireIntactSignature(deps, deps.db, signature);
    const version = await readVersion(deps.db, signature.contentHash);
    const { companyName, productName, timeZone, paperSize } = deps.settings.now();
    const [event] = await findEvidence(deps.db, signedGeneralDocumentId, OF_SIGNATURE);
    const anchor = event ? writeAnchor(event) : null;
    const accessGivenByName = await findAccessGiverName(deps.db, signature);
    const setUp = await findIssuerSetUp(deps.db, signature);
    const singleSignOn = setUp && describeIssuer(setUp, { ...signature, companyName });
    const logo = await deps.logo.forPrint();
    const pdf = await printWithContents({
      compose: () =>
        printSignedCopy(deps, signature, version, { anchor, accessGivenByName, singleSignOn, logo }),
      print: (html) => deps.pdf.render(html, { paperSize }),
      isCounted: false,
    });
    const description = { author: companyName, program: productName, identifier: signedGeneralDocumentId };
    const { userFirstName, userLastName, userEmail, organizationName, intent } = signature;
    const shown = {
      name: version.name,
      userFirstName,
      userLastName,
      userEmail,
      ...(organizationName !== null && { organizationName }),
      ...(intent !== null && { intent }),
      ...(accessGivenByName !== null && { accessGivenByName }),
      ...(singleSignOn !== null && { singleSignOn }),
    };
    const sealed = await deps.seal.apply(pdf, recordOf(event, shown, timeZone), description);
    const stored = { ...(await deps.files.put(sealed.pdf)), seal: sealed.level };
    await change(deps, PORTAL, (change) =>
      storeCopy(change, deps, signedGeneralDocumentId, version.name, stored),
    );
  },
});

async function storeCopy(
  { tx, at, record, attest }: Change,
  deps: Deps,
  signedGeneralDocumentId: Id,
  name: string,
  { seal, ...stored }: StoredSeal,
): Promise<void> {
  // If two jobs made the copy at once, the second one finds the first one's here.
  const signature = await lockSignature(tx, signedGeneralDocumentId);
  if (!signature || signature.fileId !== null) return;
  const fileId = v7();
  const { organizationId } = signature;
  const file = {
    fileId,
    organizationId,
    ...stored,
    contentType: "application/pdf",
    fileName: `${plainFileName(name)} (signed).pdf`,
    createdAt: at,
  };
  await tx.insert(files).values(file);
  await tx
    .update(signedGeneralDocuments)
    .set({ fileId })
    .where(eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId));
  await record({
    action: "agreement.copy",
    organizationId,
    subjectId: signedGeneralDocumentId,
    details: { fileId, ...stored, seal },
  });
  await mailSignedCopy(tx, deps, { ...signature, fileId }, "agreement.signed");
  await attest(fileEvidence("agreement.copy", signedGeneralDocumentId, file));
}
