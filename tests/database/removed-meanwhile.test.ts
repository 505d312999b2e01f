import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDocument } from "#contract/documents.ts";
import { documentDecisions } from "#server/documents/tables.ts";
import { authSessions } from "#server/identity/tables.ts";
import { organizations } from "#server/organizations/tables.ts";
import { organizationPermissions } from "#server/permissions/tables.ts";
import { makeOrganization, makePerson, makeQuote, type TestPerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Sends a request whose body stops after its first byte. `finish` sends the rest and tells the status. */
async function holdBack(as: TestPerson, methodAndPath: string, body: unknown) {
  const token = await app.signInAs(as);
  const { hostname, port } = new URL(app.baseUrl);
  const text = JSON.stringify(body);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    `${methodAndPath} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${text[0]}`);
  // Answered by the same server after it has read the head above: then the caller has been let through once.
  await app.rawRequest("GET /api/user-profile/user", { as });
  return async function finish(): Promise<number> {
    let answer = "";
    socket.on("data", (part: Buffer) => {
      answer += part.toString();
    });
    socket.write(text.slice(1));
    await once(socket, "close");
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  };
}

const ENDINGS: [string, number, (person: TestPerson) => Promise<unknown>][] = [
  [
    "removed from the organization",
    403,
    (person) =>
      app.db.delete(organizationPermissions).where(eq(organizationPermissions.userId, person.userProfileId)),
  ],
  [
    "made a reader",
    403,
    (person) =>
      app.db
        .update(organizationPermissions)
        .set({ permissionType: "read" })
        .where(eq(organizationPermissions.userId, person.userProfileId)),
  ],
  [
    "left with an organization that is not active",
    403,
    (person) =>
      app.db
        .update(organizations)
        .set({ status: "INACTIVE" })
        .where(eq(organizations.organizationId, person.organizationId)),
  ],
  [
    "signed out",
    401,
    (person) => app.db.delete(authSessions).where(eq(authSessions.userId, person.authUserId)),
  ],
];

test.each(ENDINGS)(
  "API-5 APPR-3 a writer who is %s while the body is on its way accepts and chooses nothing",
  async (_what, status, end) => {
    const organization = await makeOrganization(app.db);
    const writer = await makePerson(app.db, { organization });
    const { organizationId } = organization;
    const quote = await makeQuote(app.db, { organizationId, workOrders: [{ isOptional: true }] });
    const id = quote.document.uniqueDocumentId;
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const approval = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    const choice = { optional: { doesClientWantWorkDone: true } };
    const accept = await holdBack(writer, `POST /api/unique-document/user/${id}/approve`, approval);
    const choose = await holdBack(
      writer,
      `PATCH /api/work-order/user/${quote.workOrders[0]?.workOrderId}/optional`,
      choice,
    );
    await end(writer);
    expect(await accept()).toBe(status);
    expect(await choose()).toBe(status);
    expect(
      await app.db.select().from(documentDecisions).where(eq(documentDecisions.uniqueDocumentId, id)),
    ).toEqual([]);
  },
);
