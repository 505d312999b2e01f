import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { generalDocumentVersions, signedGeneralDocuments, signingRequests } from "../schema/agreements.ts";
import { composeSigningRequest } from "./signing-mails.ts";

/** The mails of one transaction. */
const BATCH_SIZE = 100;

const Payload = z.strictObject({ generalDocumentId: Id, version: z.int().min(1) });

/** Mails everybody who was asked to sign a version, some people at a time. A killed job goes on where it was. */
export const mailSigningRequests = defineJob({
  name: "mail-signing-requests",
  payload: Payload,
  async run(deps, payload) {
    let isMore = true;
    while (isMore) isMore = await change(deps, PORTAL, (opened) => mailSome(opened, deps, payload));
  },
});

/** Queues the next mails. False if there are no more. */
async function mailSome(
  { tx, at }: Change,
  deps: Deps,
  { generalDocumentId, version }: z.output<typeof Payload>,
): Promise<boolean> {
  const [requested] = await tx
    .select({ name: generalDocumentVersions.name })
    .from(generalDocumentVersions)
    .where(
      and(
        eq(generalDocumentVersions.generalDocumentId, generalDocumentId),
        eq(generalDocumentVersions.version, version),
      ),
    );
  if (!requested) return false;
  const isOfVersion = and(
    eq(signingRequests.generalDocumentId, generalDocumentId),
    eq(signingRequests.version, version),
  );
  const next = await tx
    .select({
      email: signingRequests.email,
      signedVersion: signedGeneralDocuments.version,
      signedAt: signedGeneralDocuments.signedAt,
    })
    .from(signingRequests)
    .innerJoin(
      signedGeneralDocuments,
      eq(signedGeneralDocuments.signedGeneralDocumentId, signingRequests.signedGeneralDocumentId),
    )
    .where(and(isOfVersion, isNull(signingRequests.mailedAt)))
    .orderBy(asc(signingRequests.email))
    .limit(BATCH_SIZE)
    .for("update", { of: signingRequests });
  for (const { email, ...signed } of next) {
    const facts = { generalDocumentId, version, name: requested.name, ...signed };
    const mail = composeSigningRequest(deps.settings.now(), deps.env.publicUrl, facts);
    const about = { subjectId: generalDocumentId, organizationId: null };
    await queueMail(tx, deps, { to: email, about, ...mail }, `agreement.ask:${generalDocumentId}:${version}`);
    await tx
      .update(signingRequests)
      .set({ mailedAt: at })
      .where(and(isOfVersion, eq(signingRequests.email, email)));
  }
  return next.length === BATCH_SIZE;
}
