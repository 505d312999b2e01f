import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { change, PORTAL } from "../access/change.ts";
import { readAdmin } from "../access/read-person.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { type DocumentRow, todayOf } from "../documents/queries.ts";
import { browserHash } from "../documents/reading-link.ts";
import { prepareErrorReply } from "../http/errors.ts";
import { recogniseDevice } from "../identity/known-devices.ts";
import { invitationHash } from "../invitations/queries.ts";
import { announceOpening } from "../openings/mail-opening.job.ts";
import { countVisitor } from "../openings/report-opening.ts";
import { readInScope } from "../rls/in-scope.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations } from "../schema/invitations.ts";
import { isReadableOn } from "./queries.ts";
import { readNewVersion, readVisibleDocument } from "./read-visible-document.ts";
import type { createViewRenderers, SharedDocument, ViewPage } from "./render-view.ts";

type Serving = {
  answer: (reply: FastifyReply, page: ViewPage) => unknown;
  refuseMany: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  renderer: ReturnType<typeof createViewRenderers>;
};

type WithToken = { Params: { token: string } };

/** Serves a sent document to a recipient who has not joined, by the link of their mail, for reading only. */
export function serveReadingLinks(
  app: FastifyInstance,
  deps: Deps,
  { answer, refuseMany, renderer }: Serving,
): void {
  app.get<WithToken>(
    "/read/:token",
    {
      schema: { hide: true },
      onRequest: refuseMany,
      errorHandler: (error, request, reply) => {
        prepareErrorReply(error, request, reply);
        void answer(reply, { ...renderer().failed, status: reply.statusCode });
      },
    },
    async ({ params: { token } }, reply) => {
      const link = await findLink(deps, token);
      // A person who has joined signs in, and reads it in the portal.
      if (link?.hasJoined) return reply.redirect(`/doc/${link.slug}`);
      const shared = link && (await readLinked(deps, link));
      if (!shared) return answer(reply, renderer().closed);
      const newVersion = await readNewVersion(deps, shared.document);
      const recipient = presentRecipient(deps, link, token, shared.document);
      return answer(reply, renderer().render({ ...shared, newVersion, recipient }));
    },
  );
  // Called by the page's script, so that programs which only follow links do not count.
  app.post<WithToken>(
    "/read/:token/opened",
    { schema: { hide: true }, onRequest: refuseMany },
    async ({ params: { token }, headers }, reply) => {
      const isOfCompany = (await readAdmin(deps, headers.cookie)) !== null;
      const link = isOfCompany ? null : await findLink(deps, token);
      if (link && !link.hasJoined) {
        const { id, cookie } = recogniseDevice(headers.cookie, deps.env.publicUrl.startsWith("https:"));
        void reply.header("set-cookie", cookie);
        await recordOpening(deps, link, browserHash(deps, id));
      }
      return reply.send();
    },
  );
}

type Link = Awaited<ReturnType<typeof selectLink>>[number];

/** The link of a token, unless its invitation was taken back. */
async function findLink({ secrets, database }: Deps, token: string): Promise<Link | null> {
  const tokenHash = invitationHash({ secrets }, token);
  const [link] = await readInScope(database, { role: "portal" }, (db) => selectLink(db, tokenHash));
  return link ?? null;
}

function selectLink(reader: DbOrTx, tokenHash: string) {
  const { sentByUserProfileId, uniqueDocumentId, number } = documentVersions;
  return reader
    .select({
      recipient: documentRecipients,
      senderEmail: userProfiles.email,
      slug: uniqueDocuments.slug,
      sentAt: uniqueDocuments.sentAt,
      openedAt: uniqueDocuments.openedAt,
      hasJoined: sql<boolean>`${invitations.usedAt} is not null`,
    })
    .from(documentRecipients)
    .innerJoin(invitations, eq(invitations.invitationId, documentRecipients.invitationId))
    .innerJoin(
      documentVersions,
      and(
        eq(uniqueDocumentId, documentRecipients.uniqueDocumentId),
        eq(number, documentRecipients.versionNumber),
      ),
    )
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentRecipients.uniqueDocumentId))
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, sentByUserProfileId))
    .where(and(eq(documentRecipients.tokenHash, tokenHash), isNull(invitations.endedAt)));
}

/** What the link's document says now; null while clients read none of it. */
function readLinked(deps: Deps, { recipient: { tokenHash, uniqueDocumentId } }: Link) {
  return readInScope(deps.database, { role: "visitor", key: tokenHash ?? "" }, async (db) => {
    const [document] = await db
      .select(getTableColumns(uniqueDocuments))
      .from(uniqueDocuments)
      .where(
        and(
          eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId),
          isReadableOn(todayOf(deps, deps.clock())),
        ),
      );
    if (!document) return null;
    const { shared } = await readVisibleDocument({ ...deps, db }, document);
    return shared;
  });
}

function presentRecipient(
  { settings }: Deps,
  { recipient: { name, email }, senderEmail }: Link,
  token: string,
  { externalId, documentType }: DocumentRow,
): SharedDocument["recipient"] {
  const sender = settings.now().replyTo ?? senderEmail;
  const subject = `Please add me to the ${documentTypeLabel(documentType)} ${externalId}`;
  return {
    name,
    email,
    joinPath: `/invitation#${token}`,
    addMeHref: sender && `mailto:${encodeURIComponent(sender)}?subject=${encodeURIComponent(subject)}`,
  };
}

/** Notes when a link was first opened and in which browser, and publishes it to the company. */
async function recordOpening(
  deps: Deps,
  { recipient, sentAt, openedAt }: Link,
  browser: string,
): Promise<void> {
  const { documentRecipientId, uniqueDocumentId, organizationId, email } = recipient;
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    const first = await tx
      .update(documentRecipients)
      .set({ openedAt: at, browserHash: browser })
      .where(
        and(
          eq(documentRecipients.documentRecipientId, documentRecipientId),
          isNull(documentRecipients.openedAt),
        ),
      )
      .returning();
    await countVisitor(tx, { uniqueDocumentId, organizationId, what: "page" }, at);
    await announceOpening(tx, deps, { uniqueDocumentId, sentAt, openedAt }, { documentRecipientId });
    if (first.length === 0) return;
    await record({
      action: "document.open-link",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { email },
    });
    await deps.live.publish(tx, { company: true }, { kind: "document", id: uniqueDocumentId });
  });
}
