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
import { organizations } from "../schema/organizations.ts";
import type { CachedPage, PageCache } from "./page-cache.ts";
import { isReadableOn, readLinkedVersion } from "./queries.ts";
import { readPage } from "./read-page.ts";
import type { createViewRenderers, SharedDocument, ViewPage } from "./render-view.ts";

type Serving = {
  answer: (reply: FastifyReply, page: ViewPage) => unknown;
  answerCached: (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => Promise<unknown>;
  pages: PageCache;
  refuseMany: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  renderer: ReturnType<typeof createViewRenderers>;
};

type WithToken = { Params: { token: string } };

/** Serves a sent document to a recipient who has not joined, by the link of their mail, for reading only. */
export function serveReadingLinks(
  app: FastifyInstance,
  deps: Deps,
  { answer, answerCached, pages, refuseMany, renderer }: Serving,
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
    async (request, reply) => {
      const { token } = request.params;
      const link = await findLink(deps, token);
      // A person who has joined signs in, and reads it in the portal.
      if (link?.hasJoined) return reply.redirect(`/doc/${link.slug}`);
      if (!link?.isActive) return answer(reply, renderer().closed);
      if (isExpired(deps, link)) return answer(reply, renderer().expired(senderOf(deps, link)));
      const page = await readLinkedPage(deps, pages, { link, token, render: renderer().render });
      return page ? answerCached(request, reply, page) : answer(reply, renderer().closed);
    },
  );
  // Called by the page's script, so that programs which only follow links do not count.
  app.post<WithToken>(
    "/read/:token/opened",
    { schema: { hide: true }, onRequest: refuseMany },
    async ({ params: { token }, headers }, reply) => {
      const isOfCompany = (await readAdmin(deps, headers.cookie)) !== null;
      const link = isOfCompany ? null : await findLink(deps, token);
      if (link?.isActive && !link.hasJoined && !isExpired(deps, link)) {
        const { id, cookie } = recogniseDevice(headers.cookie, deps.env.publicUrl.startsWith("https:"));
        void reply.header("set-cookie", cookie);
        await recordOpening(deps, link, browserHash(deps, id));
      }
      return reply.send();
    },
  );
  // Addresses that cannot be a token, such as a longer path.
  app.get("/read/*", { schema: { hide: true }, onRequest: refuseMany }, async (_request, reply) =>
    answer(reply, renderer().closed),
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
      isActive: sql<boolean>`${organizations.status} = 'ACTIVE'`,
      expiresAt: invitations.expiresAt,
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
    .innerJoin(organizations, eq(organizations.organizationId, documentRecipients.organizationId))
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, sentByUserProfileId))
    .where(and(eq(documentRecipients.tokenHash, tokenHash), isNull(invitations.endedAt)));
}

/** Whether no one joins by the link any more, until a later mail renews its invitation. */
function isExpired({ clock }: Deps, { expiresAt }: Link): boolean {
  return expiresAt <= clock();
}

/** Whom a reader asks. */
function senderOf({ settings }: Deps, { senderEmail }: Link): string | null {
  return settings.now().replyTo ?? senderEmail;
}

/** The page that the link shows now; null while clients do not read its document. */
function readLinkedPage(
  deps: Deps,
  pages: PageCache,
  { link, token, render }: { link: Link; token: string; render: (shared: SharedDocument) => ViewPage },
): Promise<CachedPage | null> {
  const { tokenHash, uniqueDocumentId: id, name, email } = link.recipient;
  const key = tokenHash ?? "";
  const today = todayOf(deps, deps.clock());
  return readPage(deps, pages, {
    id: `${id} ${key}`,
    key,
    async version(db) {
      const ofRows = await readLinkedVersion(db, id, today);
      return ofRows && JSON.stringify([ofRows, name, email, link.senderEmail]);
    },
    async find(db) {
      const isReadable = and(eq(uniqueDocuments.uniqueDocumentId, id), isReadableOn(today));
      const [document] = await db
        .select(getTableColumns(uniqueDocuments))
        .from(uniqueDocuments)
        .where(isReadable);
      return document ?? null;
    },
    recipientOf: (document) => presentRecipient(deps, link, token, document),
    render,
  });
}

function presentRecipient(
  deps: Deps,
  link: Link,
  token: string,
  { externalId, documentType }: DocumentRow,
): SharedDocument["recipient"] {
  const { name, email } = link.recipient;
  const sender = senderOf(deps, link);
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
  const { invitationId, browserHash: noted } = documentRecipients;
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    // All links of an invitation are one person's, so the first browser counts for each of them.
    await tx
      .update(documentRecipients)
      .set({ browserHash: browser })
      .where(and(eq(invitationId, recipient.invitationId ?? ""), isNull(noted)));
    const first = await tx
      .update(documentRecipients)
      .set({ openedAt: at })
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
