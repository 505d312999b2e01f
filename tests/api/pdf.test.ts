import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, test } from "vitest";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { openPreview, printDraft, sendDocument } from "#contract/admin/drafts.ts";
import { CLIENT_VIEW } from "#contract/call.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { acceptableContent } from "#domain/documents/content.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { formatExactTime } from "#domain/format.ts";
import { mapItems } from "#domain/page/walk-page.ts";
import { recordDecision } from "#server/documents/record-decision.ts";
import { renderDocumentPdf } from "#server/documents/render-document-pdf.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { files } from "#server/schema/files.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { attestAdded } from "#server/verification/attest-earlier.ts";
import {
  makeAdmin,
  makeOrganization,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  sendAgain,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";

const app = await startTestApp();

/** An organization with two writers, a reader, and a pending quote of 1,234.50 + GST with optional work. */
async function setUp(on = app) {
  const organization = await makeOrganization(on.db, { organizationName: "Harbour Coffee Roasters" });
  const writer = await makePerson(on.db, { organization, profile: { firstName: "Wren", lastName: "Alder" } });
  const second = await makePerson(on.db, { organization });
  const reader = await makePerson(on.db, { organization, permission: "read" });
  const { productId } = await makeProduct(on.db, { productName: "Espresso bar", productRate: "1234.50" });
  const { document } = await makeQuote(on.db, {
    organizationId: organization.organizationId,
    workOrders: [
      { name: "Fit-out of the bar", products: [{ productId, total: "1" }] },
      { name: "Terrace", products: [{ productId, total: "1" }], isOptional: true },
      { name: "Signs", products: [], isOptional: true, doesClientWantWorkDone: true },
    ],
    document: { name: "Shop <fit-out> & bar", externalId: "P-1042" },
  });
  return { writer, second, reader, id: document.uniqueDocumentId, name: document.name };
}

async function documentOf(id: string) {
  const [row] = await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id));
  if (!row) throw new Error("There is no such document.");
  return row;
}

async function accept(on: TestApp, as: TestPerson, id: string) {
  const { contentHash } = await on.request(getDocument, { as, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return on.request(approveDocument, { as, params: { id }, body });
}

/** A decision that was made elsewhere, as an import brings it. */
async function bringDecision(on: TestApp, by: TestPerson, uniqueDocumentId: string): Promise<void> {
  await on.db.transaction(async (tx) => {
    const [document] = await tx
      .update(uniqueDocuments)
      .set({ status: "APPROVED" })
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
      .returning();
    const organizationId = document?.organizationId ?? "";
    const named = { ...by, firstName: "Ada", lastName: "" };
    const decided = { decision: "APPROVED" as const, decidedAt: new Date(), by: named };
    await recordDecision(tx, on.deps, { uniqueDocumentId, organizationId, ...decided });
    await attestAdded(tx, on.deps.evidence, new Date());
  });
}

async function untilPrinted(on: TestApp, as: TestPerson, id: string) {
  const printed = async () => (await on.request(getDocument, { as, params: { id } })).documentSnapshots[0];
  await expect.poll(printed, { interval: 50 }).toBeDefined();
  const snapshot = await printed();
  if (!snapshot) throw new Error("There is no snapshot.");
  return snapshot;
}

/** The words of each page of a PDF without its foot, the mark of a preview, and the line about the decision. */
const wordsOf = (pages: readonly string[]) =>
  pages.map((page) =>
    page
      .replaceAll(/\s+/g, " ")
      .replaceAll("PREVIEW", "")
      .replace(/(Preview, not sent|Accepted) · \S+ · .*? Page (\d+) of \d+/, "Page $2")
      .replace(/Preview of a draft\. It is neither sent nor accepted\.|Approved [^@]*?\([^)]*\)/, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

async function readPdf(on: TestApp, uri: string) {
  const response = await on.rawRequest(`GET ${uri}`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const fonts = [...bytes.toString("latin1").matchAll(/\/BaseFont \/[A-Z]+\+([\w-]+)/g)].map(
    ([, name]) => name,
  );
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const { info, metadata } = await getMeta(pdf);
  return { pdf, text: pages.join("\n"), pages, fonts, info, metadata };
}

const snapshotsOf = (on: TestApp, id: string) =>
  on.db.select().from(documentSnapshots).where(eq(documentSnapshots.uniqueDocumentId, id));
const mailsOf = (on: TestApp, id: string) =>
  on.db
    .select()
    .from(mails)
    .where(eq(mails.event, `document.approved:${id}:1`));

async function notificationsOf(on: TestApp, as: TestPerson) {
  const [startDate, endDate] = [new Date(Date.now() + 60_000), new Date(Date.now() - 86_400_000)];
  const body = { startDate: startDate.toISOString(), endDate: endDate.toISOString() };
  return on.request(listNotifications, { as, body });
}

describe("after an acceptance", () => {
  test("APPR-2 APPR-5 PRICE-4 the PDF shows what was accepted, by whom, for whom and the same total", async () => {
    const { writer, id, name } = await setUp();
    const receipt = await accept(app, writer, id);
    const { text, info, fonts } = await readPdf(app, (await untilPrinted(app, writer, id)).uri);
    expect(receipt.totalCost).toBe(1357.95);
    expect(text).toContain("$1,357.95");
    expect(text).toContain("Fit-out of the bar");
    expect(text).toContain("P-1042");
    expect(text).toContain("Harbour Coffee Roasters");
    expect(text).toContain(`Wren Alder (${writer.email})`);
    expect(info.Title).toBe(name);
    // The style sheet was applied: headings, labels and text use our fonts and weights.
    expect(fonts).toEqual(
      expect.arrayContaining(["SourceSerif4-SemiBold", "Figtree-SemiBold", "Figtree-Regular"]),
    );
  });

  test("CARE-2 CARE-3 the PDF is evidence by itself: its last page contains the full record", async () => {
    const { writer, id, name } = await setUp();
    const { contentHash } = await accept(app, writer, id);
    const { pdf, pages, info, metadata } = await readPdf(app, (await untilPrinted(app, writer, id)).uri);
    const [decision] = await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id));
    const [permission] = await app.db
      .select()
      .from(organizationPermissions)
      .where(eq(organizationPermissions.userId, writer.userProfileId));
    const declaration =
      "I confirm that I am authorised to approve this Proposal on behalf of Harbour Coffee Roasters.";
    const moment = decision?.decidedAt.toISOString() ?? "";
    const closing = pages.at(-1)?.replaceAll(/\s+/g, " ");
    for (const fact of [
      "Certificate of acceptance",
      name,
      "Proposal · P-1042 · Version 1",
      declaration,
      `${pages.length} pages with this one`,
      "Sent by a program.",
      "None was changed",
      createHash("sha256").update(declaration).digest("hex"),
      `Accepted by Wren Alder ${writer.email}`,
      "On behalf of Harbour Coffee Roasters",
      `Write permission ${permission?.organizationPermissionId}`,
      `Accepted at ${formatExactTime(moment, "Australia/Sydney")} ${formatExactTime(moment, "UTC")}`,
      `Decision ${decision?.documentDecisionId}`,
      `Content (SHA-256) ${contentHash}`,
      "Terrace Not included",
      "Signs Included",
      "Subtotal $1,234.50",
      "Total inc. GST $1,357.95",
    ])
      expect(closing).toContain(fact);
    for (const page of pages) expect(page).toMatch(/Accepted · P-1042 · .+Page \d of \d/s);
    const company = app.deps.env.brand.companyName;
    expect(info).toMatchObject({ Title: name, Author: company, Creator: "Counterpart" });
    expect(Object.fromEntries(metadata ?? [])).toMatchObject({
      "dc:creator": [company],
      "dc:identifier": "P-1042",
      "dc:title": name,
    });
    // The closing page is part of the structure that screen readers follow.
    const tree = JSON.stringify(await (await pdf.getPage(pages.length)).getStructTree());
    for (const role of ["H2", "BlockQuote", "L"]) expect(tree).toContain(`"role":"${role}"`);
  });

  test("CARE-2 CARE-4 the PDF binds prices that the document hides, and contains none of them", async () => {
    const { writer, id } = await setUp();
    const isThis = eq(uniqueDocuments.uniqueDocumentId, id);
    const { puckState, salt, ...document } = await documentOf(id);
    const hiding = mapItems(puckState, (item) => ({ ...item, props: { ...item.props, hidePricing: true } }));
    await app.db.update(uniqueDocuments).set({ puckState: hiding }).where(isThis);
    await sendAgain(app.db, id);
    await accept(app, writer, id);
    const { text } = await readPdf(app, (await untilPrinted(app, writer, id)).uri);
    const [decision] = await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id));
    expect(text).not.toMatch(/\$|1,?234/);
    // The salt proves which prices were accepted.
    const content = { ...document, puckState: decision?.page ?? puckState };
    const bound = createHash("sha256").update(`${salt}${canonicalJson(acceptableContent(content))}`);
    expect(text.replaceAll(/\s/g, "")).toContain(`Pricesnotshown(saltedSHA-256)${bound.digest("hex")}`);
  });

  test("APPR-5 each member is notified, each writer mailed, and open pages receive an event", async () => {
    const { writer, second, reader, id, name } = await setUp();
    const live = await openLive(app, { as: reader });
    await accept(app, writer, id);
    await untilPrinted(app, writer, id);
    const message = `${name} was approved by Wren Alder`;
    for (const person of [writer, second, reader]) {
      const told = await notificationsOf(app, person);
      const slug = (await app.request(getDocument, { as: writer, params: { id } })).slug;
      expect(told).toMatchObject([{ message, link: `/doc/${slug}`, read: false }]);
    }
    const mailed = await mailsOf(app, id);
    expect(mailed.map((mail) => mail.recipient).toSorted()).toEqual([writer.email, second.email].toSorted());
    expect(mailed[0]?.text).toContain("$1,357.95");
    expect(mailed[0]?.html).toContain("Shop &lt;fit-out&gt; &amp; bar");
    await expect
      .poll(() => live.events.map((event) => event.kind))
      .toEqual(["document", "notification", "document"]);
    live.close();
    const audits = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    const done = audits.map((one) => one.action).filter((action) => !action.startsWith("mail."));
    expect(done.toSorted()).toEqual(["document.approve", "document.snapshot"]);
  });

  test("APPR-5 the job done again, also many times at once, changes nothing", async () => {
    const { writer, id } = await setUp();
    await accept(app, writer, id);
    const run = () => renderDocumentPdf.run(app.deps, { uniqueDocumentId: id, announce: true });
    await Promise.all([run(), run(), run()]);
    await untilPrinted(app, writer, id);
    await run();
    const [snapshot, ...more] = await snapshotsOf(app, id);
    expect(more).toEqual([]);
    expect(
      await app.db
        .select()
        .from(files)
        .where(eq(files.fileId, snapshot?.fileId ?? "")),
    ).toHaveLength(1);
    expect(await notificationsOf(app, writer)).toHaveLength(1);
    expect(await mailsOf(app, id)).toHaveLength(2);
  });

  test("CARE-2 TRUST-1 the PDF of an imported document claims no declaration, and no mail is sent", async () => {
    const quiet = await createTestApp();
    await quiet.deps.queue.stop();
    const { writer, id } = await setUp(quiet);
    await bringDecision(quiet, writer, id);
    await renderDocumentPdf.run(quiet.deps, { uniqueDocumentId: id, announce: false });
    const { text } = await readPdf(quiet, (await untilPrinted(quiet, writer, id)).uri);
    expect(text).toContain("No declaration is on record with this acceptance.");
    expect(text).not.toMatch(/I confirm|By write permission/);
    expect(text).toContain("Brought in. This acceptance was made elsewhere");
    expect(await quiet.request(getDocument, { as: writer, params: { id } })).toMatchObject({
      isBroughtIn: true,
    });
    const company = await makeAdmin(quiet.db, "viewer");
    const told = await quiet.request(getManagedDocument, { as: company, params: { id } });
    expect(told).toMatchObject({ isBroughtIn: true, evidenceDifferences: [] });
    expect(await notificationsOf(quiet, writer)).toEqual([]);
    expect(await mailsOf(quiet, id)).toEqual([]);
    await quiet.close();
  });

  test("a document that is not approved gets no PDF", async () => {
    const { id } = await setUp();
    await renderDocumentPdf.run(app.deps, { uniqueDocumentId: id, announce: true });
    await renderDocumentPdf.run(app.deps, { uniqueDocumentId: "no-such-document", announce: true });
    expect(await snapshotsOf(app, id)).toEqual([]);
  });
});

describe("when something is missing", () => {
  test("APPR-2 APPR-5 without Chromium the acceptance is valid, the log has the reason, and the PDF follows", async () => {
    const bare = await createTestApp({ CHROMIUM_PATH: "/nowhere/chromium" });
    const { writer, id } = await setUp(bare);
    expect((await accept(bare, writer, id)).status).toBe("APPROVED");
    await expect.poll(() => JSON.stringify(bare.log.records)).toMatch(/Job failed; it will be tried again.*/);
    expect(JSON.stringify(bare.log.records)).toContain("CHROMIUM_PATH names /nowhere/chromium");
    const waiting = await bare.request(getDocument, { as: writer, params: { id } });
    expect(waiting).toMatchObject({ status: "APPROVED", documentSnapshots: [] });
    expect((await bare.rawRequest("GET /healthz")).status).toBe(200);
    await bare.stop();

    const { CHROMIUM_PATH: _gone, ...variables } = bare.variables;
    const whole = await createTestApp(variables);
    await untilPrinted(whole, writer, id);
    expect(await mailsOf(whole, id)).toHaveLength(2);
    await whole.stop();
    await bare.close();
  });

  test("APPR-5 with a full disk the acceptance is valid, and the PDF follows when there is space", async () => {
    const full = await createTestApp();
    full.log.allowErrors(/A file cannot be kept/);
    const { writer, id } = await setUp(full);
    const obstacle = join(full.deps.env.dataDir, "files");
    await rm(obstacle, { recursive: true, force: true });
    await writeFile(obstacle, "");
    expect((await accept(full, writer, id)).status).toBe("APPROVED");
    await expect.poll(() => JSON.stringify(full.log.records)).toContain("The server couldn't save the file.");
    expect((await full.request(getDocument, { as: writer, params: { id } })).documentSnapshots).toEqual([]);
    await rm(obstacle);
    await untilPrinted(full, writer, id);
    await full.close();
  });
});

test("STUDIO-10 CARE-10 an accepted document does not wait for previews, however many were requested before", async () => {
  const done: string[] = [];
  const html = "<!doctype html><html><head><title>One</title></head><body><p>One</p></body></html>";
  // Both of the browser's pages are open, so that neither print waits for one.
  await Promise.all([app.deps.pdf.render(html), app.deps.pdf.render(html)]);
  const asked = Array.from({ length: 6 }, async (_, at) => {
    await app.deps.pdf.renderPreview({ previewKey: `draft-${at}`, isAwaited: () => true }, html, {});
    done.push("preview");
  });
  await Promise.all([...asked, app.deps.pdf.render(html).then(() => done.push("accepted"))]);
  expect(done.indexOf("accepted")).toBeLessThan(3);
});

test("STUDIO-10 the preview of a draft equals what its client reads once it is sent, and its PDF has the pages of the accepted one", async () => {
  const editor = await makeAdmin(app.db, "editor");
  const organization = await makeOrganization(app.db, { organizationName: "Harbour Coffee Roasters" });
  const { organizationId } = organization;
  const writer = await makePerson(app.db, { organization });
  const { productId } = await makeProduct(app.db, { productName: "Espresso bar", productRate: "1234.50" });
  const workOrderId = unique("order");
  const written = Array.from({ length: 60 }, (_, at) => ({
    type: at === 30 ? "PageBreak" : at % 7 === 0 ? "Heading" : "Paragraph",
    props: { id: `block-${at}`, text: `Number ${at}. ${"We build it of oak. ".repeat(at % 9)}` },
  }));
  const { content } = makePage([workOrderId]);
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null, puckState: { root: {}, content: [...written, ...content] } },
    workOrders: [{ workOrderId, shownAt: null, name: "Bar", products: [{ productId, total: "2" }] }],
  });
  const { uniqueDocumentId: id } = document;
  const params = { id };
  const stored = async () =>
    Object.entries(await readAllTables(app.db)).filter(([name]) => name !== "audit_events");
  await app.signInAs(editor);
  const before = await stored();
  const { pass } = await app.request(openPreview, { as: editor, params });
  const read = async (path: string) => {
    const headers = { [CLIENT_VIEW]: pass };
    const response = await app.rawRequest(`GET /api/${path}`, { as: editor, headers });
    return (await response.json()) as { data?: UniqueDocument; error?: { details: object } };
  };
  const { data: preview } = await read(`unique-document/user/${id}`);
  const printed = await app.request(printDraft, { as: editor, params });
  expect(await stored()).toEqual(before);
  expect(preview).toMatchObject({ status: "PENDING", totalCost: 2715.9 });
  // The pass shows this draft, and nothing else that clients do not see.
  const other = await makeQuote(app.db, { organizationId, document: { status: "DRAFT", shownAt: null } });
  expect(await read(`unique-document/user/${other.document.uniqueDocumentId}`)).toMatchObject({ error: {} });

  await app.request(sendDocument, { as: editor, params, body: { revision: printed.revision } });
  const seen = await app.request(getDocument, { as: writer, params });
  expect({ ...preview, updatedAt: null }).toEqual({ ...seen, updatedAt: null });
  expect(await app.refusal(printDraft, { as: editor, params })).toMatchObject({
    status: 409,
    details: { reason: "no-draft" },
  });

  await accept(app, writer, id);
  const accepted = await readPdf(app, (await untilPrinted(app, writer, id)).uri);
  const draft = await getDocumentProxy(new Uint8Array(Buffer.from(printed.pdf, "base64")));
  const { text: pages } = await extractText(draft, { mergePages: false });
  for (const page of pages)
    for (const mark of [/PREVIEW/, /Preview, not sent · /]) expect(page).toMatch(mark);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.some((page) => page.includes("Number 31.") && !page.includes("Number 29."))).toBe(true);
  expect(pages.join()).toContain("$2,715.90");
  expect(wordsOf(pages)).toEqual(wordsOf(accepted.pages.slice(0, -1)));
  expect(accepted.pages.at(-1)).toContain("Certificate of acceptance");
});
