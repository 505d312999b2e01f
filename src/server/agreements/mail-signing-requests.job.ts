import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { generalDocumentVersions, signedGeneralDocuments, signingRequests } from "../schema/agreements.ts";
import { composeSigningRequest } from "./signing-request-mail.ts";

/** The mails of one transaction. */
const AT_ONCE = 100;

const Payload = z.strictObject({ generalDocumentId: Id, version: z.int().min(1) });

/** Mails everybody who was asked to sign a version, some people at a time. A killed job goes on where it was. */
export const mailSigningRequests = defineJob({
  name: "mail-signing-requests",
  payload: Payload,
  async run(deps, asked) {
    let isMore = true;
    while (isMore) isMore = await change(deps, PORTAL, (opened) => mailSome(opened, deps, asked));
  },
});

/** Queues the next mails. False if there are no more. */
async function mailSome(
  { tx, at }: Change,
  deps: Deps,
  { generalDocumentId, version }: z.output<typeof Payload>,
): Promise<boolean> {
  const [wanted] = await tx
    .select({ name: generalDocumentVersions.name })
    .from(generalDocumentVersions)
    .where(
      and(
        eq(generalDocumentVersions.generalDocumentId, generalDocumentId),
        eq(generalDocumentVersions.version, version),
      ),
    );
  if (!wanted) return false;
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
    .limit(AT_ONCE)
    .for("update", { of: signingRequests });
  for (const { email, ...signed } of next) {
    const told = { generalDocumentId, version, name: wanted.name, ...signed };
    const mail = composeSigningRequest(deps.settings.now(), deps.env.publicUrl, told);
    const about = { subjectId: generalDocumentId, organizationId: null };
    await queueMail(tx, deps, { to: email, about, ...mail }, `agreement.ask:${generalDocumentId}:${version}`);
    await tx
      .update(signingRequests)
      .set({ mailedAt: at })
      .where(and(isOfVersion, eq(signingRequests.email, email)));
  }
  return next.length === AT_ONCE;
}
