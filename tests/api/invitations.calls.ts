import { v7 } from "uuid";
import type * as calls from "#contract/invitations.ts";
import { newToken } from "#server/invitations/invite-person.ts";
import { invitationHash } from "#server/invitations/queries.ts";
import { documentRecipients } from "#server/schema/document-recipients.ts";
import { invitations } from "#server/schema/invitations.ts";
import { organizations } from "#server/schema/organizations.ts";
import { makeDocument, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

/** More links than requests for the same records, because each invitation is accepted once. */
const LINKS = 40;
/** How many of these links have been used. */
const taken = new Map<string, number>();

/** Links that any holder may use, each to its own organization. */
export async function makeOwn({ db, deps }: TestApp) {
  const links = Array.from({ length: LINKS }, () => ({
    token: newToken(),
    organizationId: unique("joined"),
  }));
  await db.insert(organizations).values(
    links.map(({ organizationId }) => ({
      organizationId,
      organizationName: organizationId,
      status: "ACTIVE" as const,
      quickLinks: [],
    })),
  );
  await db.insert(invitations).values(
    links.map(({ token, organizationId }) => ({
      invitationId: v7(),
      tokenHash: invitationHash(deps, token),
      organizationId,
      permissionType: "read" as const,
      sentAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  );
  return {
    invitationTokens: links.map(({ token }) => token).join(" "),
    readingTokens: (await makeReadingLinks(db, deps)).join(" "),
  };
}

/** Links of one document, each to another recipient who has not joined. */
async function makeReadingLinks(db: TestApp["db"], deps: TestApp["deps"]): Promise<string[]> {
  const { uniqueDocumentId, organizationId } = await makeDocument(db);
  const links = Array.from({ length: LINKS }, () => ({
    token: newToken(),
    invitationId: v7(),
    email: `${unique("recipient")}@example.test`,
  }));
  const sentAt = new Date();
  await db.insert(invitations).values(
    links.map(({ invitationId, email }) => ({
      invitationId,
      tokenHash: invitationHash(deps, newToken()),
      email,
      organizationId,
      permissionType: "write" as const,
      sentAt,
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  );
  await db.insert(documentRecipients).values(
    links.map(({ token, invitationId, email }) => ({
      documentRecipientId: v7(),
      uniqueDocumentId,
      organizationId,
      versionNumber: 1,
      kind: "TO" as const,
      email,
      name: "Mia Wong",
      invitationId,
      tokenHash: invitationHash(deps, token),
      sentAt,
    })),
  );
  return links.map(({ token }) => token);
}

function nextOf(tokens: string): string {
  const used = taken.get(tokens) ?? 0;
  taken.set(tokens, used + 1);
  return tokens.split(" ")[used % LINKS] ?? "";
}

const names = { firstName: "Grace", lastName: "Hopper" };

export const pointed: PointedAt<typeof calls, "invitationTokens" | "readingTokens"> = {
  requestJoiningCode: ({ readingTokens }) => ({ body: { token: nextOf(readingTokens) } }),
  readInvitation: ({ invitationTokens }) => ({ body: { token: nextOf(invitationTokens) } }),
  acceptInvitation: ({ invitationTokens }) => ({
    body: {
      ...names,
      token: nextOf(invitationTokens),
      email: `${unique("invited")}@example.test`,
      password: "a-password-of-ours",
    },
  }),
  acceptInvitationAsSignedIn: ({ invitationTokens }) => ({
    body: { ...names, token: nextOf(invitationTokens) },
  }),
};
