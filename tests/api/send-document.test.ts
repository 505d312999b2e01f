import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { shareDocument } from "#contract/admin/documents.ts";
import {
  addNewVersion,
  getDraft,
  recallDocument,
  savePage,
  sendDocument,
  withdrawDocument,
} from "#contract/admin/drafts.ts";
import { getManagedWorkOrder } from "#contract/admin/work-orders.ts";
import { declineDocument, getDocument, getVersionChanges, listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { documentVersions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { organizations } from "#server/schema/organizations.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeDocument,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

/** A draft that no client has seen, with an optional work order of 110 dollars, and people of its organization. */
async function makeDraft() {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const reader = await makePerson(app.db, { organization: { organizationId }, permission: "read" });
  const workOrderId = unique("order");
  const { productId } = await makeProduct(app.db, { productRate: "50" });
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null, name: "Shop front", puckState: makePage([workOrderId]) },
    workOrders: [{ workOrderId, shownAt: null, isOptional: true, products: [{ productId, total: "2" }] }],
  });
  return { writer, reader, organizationId, id: document.uniqueDocumentId, workOrderId };
}

const send = (id: string, message?: string) =>
  app.request(sendDocument, {
    as: office.editor,
    params: { id },
    body: { revision: 1, ...(message !== undefined && { message }) },
  });
const refuseSend = (id: string, revision = 1) =>
  app.refusal(sendDocument, { as: office.editor, params: { id }, body: { revision } });
const recall = (id: string) => app.request(recallDocument, { as: office.editor, params: { id }, body: {} });
const withdraw = (id: string, reason = "We made a mistake in the price.") =>
  app.request(withdrawDocument, { as: office.editor, params: { id }, body: { reason } });
const readAs = (as: TestPerson, id: string) => app.request(getDocument, { as, params: { id } });
const notificationsOf = (as: TestPerson) =>
  app.request(listNotifications, {
    as,
    body: { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
const mailsAbout = (id: string) =>
  app.db.select().from(mails).where(eq(mails.aboutId, id)).orderBy(mails.recipient);

async function accept(as: TestPerson, id: string) {
  const { contentHash } = await readAs(as, id);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.rawRequest(`POST /api/unique-document/user/${id}/approve`, { as, body });
}

test("STUDIO-11 sending freezes page and work, shows both to the client and notifies all their people, once", async () => {
  const { writer, reader, id, workOrderId } = await makeDraft();
  expect((await app.rawRequest(`GET /api/unique-document/user/${id}`, { as: writer })).status).toBe(404);
  const live = await openLive(app, { as: writer });
  const sent = await send(id, "Here it is.\n\nCall me <soon>.");
  expect(sent).toMatchObject({
    status: "PENDING",
    totalCost: 0,
    recalledAt: null,
    versions: [{ number: 1, message: "Here it is.\n\nCall me <soon>." }],
  });
  await expect.poll(() => live.events).toContainEqual({ kind: "document", id });
  live.close();
  expect(await refuseSend(id)).toMatchObject({ status: 409, details: { reason: "sent-already" } });

  const read = await readAs(reader, id);
  expect(read).toMatchObject({ status: "PENDING", isRecalled: false, withdrawal: null, predecessor: null });
  expect(await app.request(getWorkOrder, { as: reader, params: { id: workOrderId } })).toMatchObject({
    uniqueDocument: id,
  });
  for (const as of [writer, reader]) {
    expect(await notificationsOf(as)).toMatchObject([
      { message: "Shop front is here for you to read", link: expect.stringContaining("/doc/") },
    ]);
  }
  const notice = await mailsAbout(id);
  expect(notice.map(({ recipient }) => recipient)).toEqual([reader.email, writer.email].sort());
  expect(notice[0]?.text).toContain("Here it is.\n\nCall me <soon>.");
  expect(notice[0]?.html).toContain("Call me &lt;soon&gt;.");
  expect((await office.history(id)).map(({ action }) => action)).toContain("document.send");
});

test("STUDIO-11 edits of a recalled document reach its client only with the next sending", async () => {
  const { writer, id, workOrderId, organizationId } = await makeDraft();
  await send(id);
  expect(await recall(id)).toMatchObject({ status: "DRAFT", recalledAt: expect.any(String) });
  expect(await accept(writer, id)).toMatchObject({ status: 409 });
  const work = await app.request(getManagedWorkOrder, { as: office.viewer, params: { id: workOrderId } });
  await app.db.update(workOrders).set({ name: "Secret plan" }).where(eq(workOrders.workOrderId, workOrderId));
  const page = { root: { props: {} }, content: [{ type: "Heading", props: { id: "h", text: "Better" } }] };
  await app.request(savePage, { as: office.editor, params: { id }, body: { revision: 1, page } });

  expect(await readAs(writer, id)).toMatchObject({
    status: "DRAFT",
    isRecalled: true,
    puckState: { content: [] },
  });
  const [listed] = await app.request(listWorkOrders, { as: writer });
  expect(listed).toMatchObject({ workOrderId, name: work.name, description: "", products: [] });

  expect(await refuseSend(id, 1)).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", revision: 2 },
  });
  await app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 2 } });
  expect((await readAs(writer, id)).puckState.content).toMatchObject(page.content);
  expect((await app.request(listWorkOrders, { as: writer }))[0]).toMatchObject({ name: "Secret plan" });
  const [newest] = await notificationsOf(writer);
  expect(newest?.message).toBe("There is a new version of Shop front");
  const again = (await mailsAbout(id)).filter(({ subject }) =>
    subject.includes("Shop front, new version from"),
  );
  expect(again).toHaveLength(2);
  const versions = await app.db
    .select()
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, id))
    .orderBy(desc(documentVersions.number));
  expect(versions.map(({ number }) => number)).toEqual([2, 1]);
  expect(organizationId).toBe(versions[0]?.organizationId);
});

test("STUDIO-11 a withdrawn document is a draft for good, and its client reads why", async () => {
  const { writer, id } = await makeDraft();
  const refusal = (call: typeof withdrawDocument | typeof recallDocument, body: { reason: string }) =>
    app.refusal(call as typeof withdrawDocument, { as: office.editor, params: { id }, body });
  expect(await refusal(withdrawDocument, { reason: "No" })).toMatchObject({
    details: { reason: "not-sent" },
  });
  await send(id);
  expect(await refusal(withdrawDocument, { reason: "  " })).toMatchObject({ status: 400 });
  const reason = "The price of oak has gone up.";
  expect(await withdraw(id, reason)).toMatchObject({ status: "DRAFT", withdrawal: { reason } });
  expect(await app.request(getDraft, { as: office.viewer, params: { id } })).toMatchObject({
    withdrawal: { reason },
  });
  expect(await readAs(writer, id)).toMatchObject({ status: "DRAFT", withdrawal: { reason } });
  expect((await notificationsOf(writer))[0]?.message).toBe("Shop front was withdrawn");
  for (const refused of [
    await refuseSend(id),
    await app.refusal(recallDocument, { as: office.editor, params: { id }, body: {} }),
    await app.refusal(withdrawDocument, { as: office.editor, params: { id }, body: { reason } }),
    await app.refusal(savePage, {
      as: office.editor,
      params: { id },
      body: { revision: 1, page: makePage() },
    }),
  ]) {
    expect(refused).toMatchObject({ status: 409, details: { reason: "withdrawn" } });
  }
});

test("STUDIO-11 COMPANY-9 MAIL-1 readers of a document are mailed about its recall and withdrawal, also when the sent mails are cleared", async () => {
  const { writer, reader, organizationId, id } = await makeDraft();
  await send(id);
  const later = await makePerson(app.db, { organization: { organizationId } });
  await app.db
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.userId, reader.userProfileId));
  await recall(id);
  const notice = async (what: RegExp) => (await mailsAbout(id)).filter(({ subject }) => what.test(subject));
  expect((await notice(/was recalled/)).map(({ recipient }) => recipient)).toEqual(
    [later.email, writer.email].sort(),
  );
  await app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 1 } });
  await app.db.delete(mails).where(eq(mails.aboutId, id)); // as `mailRetentionDays` does
  await withdraw(id, "The price of oak\n<has> gone up.");
  const mailed = await notice(/was withdrawn/);
  expect(mailed.map(({ recipient }) => recipient)).toEqual([later.email, writer.email].sort());
  expect(mailed[0]?.text).toContain("The price of oak\n\n<has> gone up.");
  expect(mailed[0]?.html).toContain("&lt;has&gt; gone up.");
});

test("STUDIO-11 a client who knows a document sees when it was recalled, but not later edits", async () => {
  const { writer, id } = await makeDraft();
  await send(id);
  await recall(id);
  const { updatedAt } = await readAs(writer, id);
  await app.request(savePage, {
    as: office.editor,
    params: { id },
    body: { revision: 1, page: { root: {}, content: [{ type: "Heading", props: { id: "h", text: "A" } }] } },
  });
  expect(await readAs(writer, id)).toMatchObject({ isRecalled: true, updatedAt });
  const [listed] = await app.request(listDocuments, { as: writer });
  expect(listed).toMatchObject({ uniqueDocumentId: id, updatedAt });
});

test("STUDIO-11 nothing is sent that is empty, cannot be shown, is archived, or to an organization that is not active", async () => {
  const empty = await makeDocument(app.db, {
    status: "DRAFT",
    shownAt: null,
    puckState: { root: {}, content: [] },
  });
  expect(await refuseSend(empty.uniqueDocumentId)).toMatchObject({ details: { reason: "empty-page" } });
  const unknown = { root: {}, content: [{ type: "Hologram", props: { id: "one" } }] };
  const odd = await makeDocument(app.db, { status: "DRAFT", shownAt: null, puckState: unknown });
  expect(await refuseSend(odd.uniqueDocumentId)).toMatchObject({ details: { reason: "unknown-block" } });
  const { id, organizationId } = await makeDraft();
  const isIt = eq(uniqueDocuments.uniqueDocumentId, id);
  await app.db.update(uniqueDocuments).set({ archivedAt: new Date() }).where(isIt);
  expect(await refuseSend(id)).toMatchObject({ details: { reason: "archived" } });
  await app.db.update(uniqueDocuments).set({ archivedAt: null }).where(isIt);
  const isOf = eq(organizations.organizationId, organizationId);
  await app.db.update(organizations).set({ status: "INACTIVE" }).where(isOf);
  expect(await refuseSend(id)).toMatchObject({ details: { reason: "inactive-organization" } });
  expect(await mailsAbout(id)).toEqual([]);
});

const MAX_TRIES = 20;

/** Retries 503: a request that waits four seconds for others, as on a busy machine, is refused. */
async function untilFree(...asked: Parameters<typeof app.rawRequest>): Promise<Response> {
  for (let again = 0; again < MAX_TRIES; again += 1) {
    const answer = await app.rawRequest(...asked);
    if (answer.status !== 503) return answer;
  }
  throw new Error("The portal is always busy.");
}

test("STUDIO-11 sending, recalling and withdrawing against an acceptance: one of them wins whole", async () => {
  for (const call of ["recall", "withdraw"]) {
    const { writer, id } = await makeDraft();
    await send(id);
    const { contentHash } = await readAs(writer, id);
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    const [taken, accepted] = await Promise.all([
      untilFree(`POST /api/unique-document/admin/${id}/${call}`, {
        as: office.editor,
        body: call === "recall" ? {} : { reason: "A mistake" },
      }),
      untilFree(`POST /api/unique-document/user/${id}/approve`, { as: writer, body }),
    ]);
    expect([taken.status, accepted.status].sort()).toEqual([200, 409]);
    const { status, decision } = await office.read(id);
    expect(status).toBe(accepted.status === 200 ? "APPROVED" : "DRAFT");
    expect(decision !== null).toBe(accepted.status === 200);
  }
  const { id } = await makeDraft();
  const sending = { as: office.editor, body: { revision: 1 } };
  const both = await Promise.all(
    [1, 2].map(() => untilFree(`POST /api/unique-document/admin/${id}/send`, sending)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await office.read(id)).versions).toHaveLength(1);
});

test("STUDIO-11 a new version names the previous one, and its client can read the changes before accepting", async () => {
  const { writer, id, workOrderId } = await makeDraft();
  const unsent = { as: office.editor, params: { id }, body: {} };
  expect(await app.refusal(addNewVersion, unsent)).toMatchObject({ details: { reason: "not-sent" } });
  await send(id);
  const next = await app.request(addNewVersion, unsent);
  expect(next).toMatchObject({
    name: "Shop front",
    status: "DRAFT",
    shownAt: null,
    predecessor: { uniqueDocumentId: id },
  });
  expect((await office.read(id)).successors).toMatchObject([{ uniqueDocumentId: next.uniqueDocumentId }]);
  const nextId = next.uniqueDocumentId;
  const [copied] = next.workOrders;
  expect(copied?.workOrderId).not.toBe(workOrderId);
  expect(await refuseSend(nextId)).toMatchObject({ details: { reason: "other-version-open" } });

  await app.request(declineDocument, {
    as: writer,
    params: { id },
    body: { uniqueDocumentId: id, status: "DECLINED", reason: "Too dear" },
  });
  const params = { id: copied?.workOrderId ?? "" };
  await app.db.update(workOrders).set({ discountPercent: "10" }).where(eq(workOrders.workOrderId, params.id));
  const draft = await app.request(getDraft, { as: office.editor, params: { id: nextId } });
  const page = {
    ...draft.page,
    content: [
      ...draft.page.content,
      { type: "Paragraph", props: { id: "p", text: "<p>We use ash now.</p>" } },
    ],
  };
  await app.request(savePage, {
    as: office.editor,
    params: { id: nextId },
    body: { revision: draft.revision, page },
  });
  await app.request(sendDocument, {
    as: office.editor,
    params: { id: nextId },
    body: { revision: draft.revision + 1 },
  });
  const { predecessor, changes } = await app.request(getVersionChanges, {
    as: writer,
    params: { id: nextId },
  });
  expect(predecessor).toMatchObject({ uniqueDocumentId: id, status: "DECLINED" });
  expect(changes).toEqual([
    "Text was added to the section “A proposal”.",
    `The price of “${workOrderId}” changed from $100.00 to $90.00.`,
    `The discount on “${workOrderId}” changed from 0% to 10%.`,
  ]);
  expect(await app.refusal(getVersionChanges, { as: writer, params: { id } })).toMatchObject({ status: 404 });

  // Visitors read it too, in HTML that needs no script, and nothing of a version before the first.
  const viewed = async (shared: string) => {
    await app.request(shareDocument, { as: office.editor, params: { id: shared }, body: { isShared: true } });
    return (await app.rawRequest(`GET /view/${shared}`)).text();
  };
  const words = (await viewed(nextId)).replaceAll(/<!-- -->|<\/?bdi\b[^>]*>/g, "");
  for (const sentence of [`Compared with ${predecessor.externalId}:`, ...changes])
    expect(words).toContain(sentence);
  expect(await viewed(id)).not.toContain("new version");
  expect((await accept(writer, nextId)).status).toBe(200);
});

test("STUDIO-11 of several new versions of a declined document only one waits for its client", async () => {
  const { writer, id } = await makeDraft();
  await send(id);
  await app.request(declineDocument, {
    as: writer,
    params: { id },
    body: { uniqueDocumentId: id, status: "DECLINED", reason: "Too dear" },
  });
  const addVersionOf = async (of: string) => {
    const { uniqueDocumentId } = await app.request(addNewVersion, {
      as: office.editor,
      params: { id: of },
      body: {},
    });
    return uniqueDocumentId;
  };
  const [one, other] = [await addVersionOf(id), await addVersionOf(id)];
  await send(other);
  await recall(other);
  const last = await addVersionOf(other);
  await send(one);
  for (const version of [other, last]) {
    expect(await refuseSend(version)).toMatchObject({
      status: 409,
      details: { reason: "other-version-open" },
    });
  }
  await recall(one);
  expect(await send(last)).toMatchObject({ status: "PENDING" });
});

test("STUDIO-11 the sender of a document is mailed about its acceptance or decline", async () => {
  const accepted = await makeDraft();
  await send(accepted.id);
  expect((await accept(accepted.writer, accepted.id)).status).toBe(200);
  await expect
    .poll(async () => (await mailsAbout(accepted.id)).map(({ recipient, subject }) => [recipient, subject]))
    .toContainEqual([office.editor.email, expect.stringMatching(/^Shop front was approved by /)]);
  const declined = await makeDraft();
  await send(declined.id);
  await app.request(declineDocument, {
    as: declined.writer,
    params: { id: declined.id },
    body: { uniqueDocumentId: declined.id, status: "DECLINED" },
  });
  await expect
    .poll(async () => (await mailsAbout(declined.id)).map(({ recipient }) => recipient))
    .toContain(office.editor.email);
});
