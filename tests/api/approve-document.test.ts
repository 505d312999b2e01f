import { count, eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { approveDocument, declineDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { PuckState } from "#domain/page/page.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { notifications } from "#server/schema/notifications.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { products } from "#server/schema/products.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import {
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  sendAgain,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

/** A writer's pending quote: 2 hours at 100 dollars, and an optional hour at 50. */
async function setUp() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const [hour, extra] = [
    await makeProduct(app.db, { productRate: "100" }),
    await makeProduct(app.db, { productRate: "50" }),
  ];
  const quote = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    workOrders: [
      { products: [{ productId: hour.productId, total: "2" }] },
      {
        products: [{ productId: extra.productId, total: "1" }],
        isOptional: true,
        doesClientWantWorkDone: true,
      },
    ],
  });
  return { organization, writer, id: quote.document.uniqueDocumentId, workOrders: quote.workOrders, hour };
}

async function accept(as: TestPerson, id: string, contentHash: string) {
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.request(approveDocument, { as, params: { id }, body });
}

async function refuse(as: TestPerson, id: string, contentHash: string) {
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.refusal(approveDocument, { as, params: { id }, body });
}

async function countOf(table: typeof documentDecisions | typeof documentSnapshots, id: string) {
  const [row] = await app.db.select({ count: count() }).from(table).where(eq(table.uniqueDocumentId, id));
  return row?.count;
}

describe("accepting a document", () => {
  test("APPR-5 a writer accepts what they saw; person, time and content are stored, and the PDF follows", async () => {
    const { organization, writer, id } = await setUp();
    const seen = await app.request(getDocument, { as: writer, params: { id } });
    expect(seen.totalCost).toBe(275);

    const answer = await app.rawRequest(`POST /api/unique-document/user/${id}/approve`, {
      as: writer,
      headers: { "user-agent": "A browser of 2026" },
      body: { uniqueDocumentId: id, status: "APPROVED", contentHash: seen.contentHash },
    });
    const receipt = approveDocument.reply.parse(((await answer.json()) as { data: unknown }).data);
    expect(receipt).toMatchObject({ status: "APPROVED", contentHash: seen.contentHash, totalCost: 275 });
    expect(receipt.approvedBy).toMatchObject({ userEmail: writer.email });

    const [evidence] = await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id));
    const { organizationName, organizationId } = organization;
    const [permission] = await app.db
      .select()
      .from(organizationPermissions)
      .where(eq(organizationPermissions.userId, writer.userProfileId));
    expect(evidence).toMatchObject({
      decision: "APPROVED",
      userProfileId: writer.userProfileId,
      userName: receipt.approvedBy?.userName,
      userEmail: writer.email,
      organizationName,
      organizationPermissionId: permission?.organizationPermissionId,
      declaration: `I confirm that I am authorised to approve this Proposal on behalf of ${organizationName}.`,
      contentHash: seen.contentHash,
      page: seen.puckState,
      ipAddress: "127.0.0.1",
      userAgent: "A browser of 2026",
      reason: null,
      declarationStartedTicked: true,
    });
    expect(Number(evidence?.totalCost)).toBe(275);
    expect(evidence?.decidedAt.toISOString()).toBe(receipt.approvedBy?.approvedTime);
    // The accepted page contains the choices.
    expect(JSON.stringify(evidence?.page)).toContain('"doesClientWantWorkDone":true');
    const audits = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(audits.find((one) => one.action === "document.approve")).toMatchObject({
      organizationId,
      userProfileId: writer.userProfileId,
      details: { contentHash: seen.contentHash },
    });

    await expect
      .poll(
        async () => (await app.request(getDocument, { as: writer, params: { id } })).documentSnapshots.length,
      )
      .toBe(1);
  });

  test("APPR-4 how the declaration's box started is on record, and that a Scope of Work has none", async () => {
    const startedTicked = async (documentType: "LEGAL_DOCUMENT" | "SCOPE_OF_WORK") => {
      const { writer, id } = await setUp();
      const isThis = eq(uniqueDocuments.uniqueDocumentId, id);
      await app.db.update(uniqueDocuments).set({ documentType }).where(isThis);
      const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
      await accept(writer, id, contentHash);
      const isOf = eq(documentDecisions.uniqueDocumentId, id);
      const [decision] = await app.db.select().from(documentDecisions).where(isOf);
      return decision;
    };
    app.deps.env.isDeclarationTicked = false;
    onTestFinished(() => {
      app.deps.env.isDeclarationTicked = true;
    });
    expect(await startedTicked("LEGAL_DOCUMENT")).toMatchObject({ declarationStartedTicked: false });
    expect(await startedTicked("SCOPE_OF_WORK")).toMatchObject({ declarationStartedTicked: null });
  });

  test("CARE-2 APPR-4 the declaration is stored as it was shown, and other words are not accepted", async () => {
    const { writer, id } = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    const print = (organization: string) =>
      `I confirm that I am authorised to approve this Proposal on behalf of ${organization}.`;
    const other = { ...body, declaration: print("Its Name Of Before") };
    expect(await app.refusal(approveDocument, { as: writer, params: { id }, body: other })).toMatchObject({
      status: 409,
      message: expect.stringContaining("wasn't accepted"),
      details: { reason: "declaration-changed" },
    });
    expect(await countOf(documentDecisions, id)).toBe(0);
    const shown = { ...body, declaration: print("my Organization") };
    await app.request(approveDocument, { as: writer, params: { id }, body: shown });
    const [evidence] = await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id));
    expect(evidence?.declaration).toBe(shown.declaration);
  });

  test("APPR-5 a repeat by the same person returns the same receipt; another writer learns that it is decided", async () => {
    const { writer, organization, id } = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const first = await accept(writer, id, contentHash);
    const second = await accept(writer, id, contentHash);
    expect(second.approvedBy).toEqual(first.approvedBy);

    const colleague = await makePerson(app.db, { organization });
    expect(await refuse(colleague, id, contentHash)).toMatchObject({
      status: 409,
      details: { reason: "already-decided" },
    });
  });

  test("APPR-5 fifty at once make one acceptance, one snapshot and one notification a member", async () => {
    const { writer, organization, id } = await setUp();
    const others = await Promise.all([1, 2, 3, 4].map(() => makePerson(app.db, { organization })));
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const people = [writer, ...others];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const as = people[index % people.length] ?? writer;
        return app.rawRequest(`POST /api/unique-document/user/${id}/approve`, {
          as,
          body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
        });
      }),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(await countOf(documentDecisions, id)).toBe(1);

    await expect.poll(() => countOf(documentSnapshots, id)).toBe(1);
    const told = await app.db
      .select()
      .from(notifications)
      .where(eq(notifications.organizationId, organization.organizationId));
    expect(told.map((one) => one.userProfileId).toSorted()).toEqual(
      people.map((one) => one.userProfileId).toSorted(),
    );
  });

  test("APPR-5 what changed after it was read is not accepted: a choice, a price, the text", async () => {
    const { writer, id, workOrders: orders, hour } = await setUp();
    const optional = orders[1]?.workOrderId ?? "";
    const order = eq(workOrders.workOrderId, orders[0]?.workOrderId ?? "");
    const isHour = eq(products.productId, hour.productId);
    const changes = [
      () =>
        app.request(chooseOptionalWork, {
          as: writer,
          params: { id: optional },
          body: { optional: { doesClientWantWorkDone: false } },
        }),
      async () => {
        await app.db.update(products).set({ productRate: "101" }).where(isHour);
        await sendAgain(app.db, id);
      },
      () =>
        app.db
          .update(uniqueDocuments)
          .set({ name: "Renamed" })
          .where(eq(uniqueDocuments.uniqueDocumentId, id)),
      async () => {
        await app.db.update(workOrders).set({ discountPercent: "5" }).where(order);
        await sendAgain(app.db, id);
      },
    ];
    for (const change of changes) {
      const seen = await app.request(getDocument, { as: writer, params: { id } });
      await change();
      expect(await refuse(writer, id, seen.contentHash)).toMatchObject({
        status: 409,
        details: { reason: "content-changed" },
      });
    }
    const now = await app.request(getDocument, { as: writer, params: { id } });
    expect(now.status).toBe("PENDING");
    await accept(writer, id, now.contentHash);
  });

  const unknown = [
    { type: "PriceCalculator", props: { id: "prices", rows: [{ name: "Build", price: "9000" }] } },
    { type: "Fireworks", props: { id: "fireworks" } },
  ];
  const heading = { type: "Heading", props: { id: "heading", text: "What we will do" } };
  test.each([
    ["blocks that are not known", { content: unknown, root: {} }, ["PriceCalculator", "Fireworks"]],
    [
      "one of them inside another block",
      { content: [heading, { type: "Container", props: { id: "box", content: unknown } }], root: {} },
      ["PriceCalculator", "Fireworks"],
    ],
    ["no blocks", { content: [], root: {} }, []],
    ["what a newer portal wrote", { version: 99, content: [heading], root: {} }, []],
    ["a page that cannot be read", ["rubbish", 7], []],
  ])("APPR-5 BLOCK-17 only what was shown can be accepted: %s", async (_what, stored, unknownTypes) => {
    const { writer, id } = await setUp();
    await app.db
      .update(uniqueDocuments)
      .set({ puckState: stored as PuckState })
      .where(eq(uniqueDocuments.uniqueDocumentId, id));
    await sendAgain(app.db, id);
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    expect(await refuse(writer, id, contentHash)).toMatchObject({
      status: 409,
      message: "A part of this document can't be shown here yet, so it can't be accepted. Please contact us.",
      details: { reason: "not-showable" },
    });
    expect((await app.request(getDocument, { as: writer, params: { id } })).status).toBe("PENDING");
    expect(await countOf(documentDecisions, id)).toBe(0);
    // The log records it for the company.
    const logged = app.log.records.map((one) => JSON.stringify(one)).filter((one) => one.includes(id));
    for (const type of unknownTypes) {
      const words = [`"type":"${type}"`, "A block of a document cannot be shown"];
      expect(logged.some((one) => words.every((word) => one.includes(word)))).toBe(true);
    }
  });

  test("APPR-5 PRICE-7 an accepted document keeps its prices and its choices", async () => {
    const { writer, id, workOrders: orders, hour } = await setUp();
    const seen = await app.request(getDocument, { as: writer, params: { id } });
    await accept(writer, id, seen.contentHash);
    await app.db.update(products).set({ productRate: "999" }).where(eq(products.productId, hour.productId));
    const after = await app.request(getDocument, { as: writer, params: { id } });
    expect(after.totalCost).toBe(275);
    expect(after.puckState).toEqual(seen.puckState);
    const refusal = await app.refusal(chooseOptionalWork, {
      as: writer,
      params: { id: orders[1]?.workOrderId ?? "" },
      body: { optional: { doesClientWantWorkDone: false } },
    });
    expect(refusal.status).toBe(409);
  });

  test("APPR-3 API-5 a reader gets 403, another organization 404, and nothing changes", async () => {
    const { organization, writer, id } = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const reader = await makePerson(app.db, { organization, permission: "read" });
    const stranger = await makePerson(app.db);
    const unverified = await makePerson(app.db, {
      organization: await makeOrganization(app.db, { status: "INACTIVE" }),
    });
    expect((await refuse(reader, id, contentHash)).status).toBe(403);
    expect((await refuse(unverified, id, contentHash)).status).toBe(403);
    const foreign = await refuse(stranger, id, contentHash);
    const missing = await refuse(stranger, "no-such-document", contentHash);
    expect(foreign).toEqual(missing);
    expect(foreign.status).toBe(404);
    expect((await app.request(getDocument, { as: writer, params: { id } })).status).toBe("PENDING");
    expect(await countOf(documentDecisions, id)).toBe(0);
  });

  test.each(["DRAFT", "DECLINED"] as const)("APPR-5 a %s document can't be accepted", async (status) => {
    const { writer, id } = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    if (status === "DRAFT")
      await app.db.update(uniqueDocuments).set({ status }).where(eq(uniqueDocuments.uniqueDocumentId, id));
    else {
      const body = { uniqueDocumentId: id, status };
      await app.request(declineDocument, { as: writer, params: { id }, body });
    }
    const reason = status === "DRAFT" ? "still-draft" : "already-decided";
    expect(await refuse(writer, id, contentHash)).toMatchObject({ status: 409, details: { reason } });
  });

  test("VIEW-2 the server returns nothing of a draft that is still being written", async () => {
    const { writer, id } = await setUp();
    await app.db
      .update(uniqueDocuments)
      .set({ status: "DRAFT" })
      .where(eq(uniqueDocuments.uniqueDocumentId, id));
    const draft = await app.request(getDocument, { as: writer, params: { id } });
    expect(draft).toMatchObject({ status: "DRAFT", totalCost: null });
    expect(draft.puckState.content).toEqual([]);
    const [listed] = await app.request(listDocuments, { as: writer, query: { include: "puckState" } });
    expect(listed).toMatchObject({ totalCost: null, puckState: { content: [] } });
  });
});
