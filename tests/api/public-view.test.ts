import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { shareDocument } from "#contract/admin/documents.ts";
import { getDocument } from "#contract/documents.ts";
import { formatDateTime, formatDollars } from "#domain/format.ts";
import { documentTotal } from "#domain/pricing/document-total.ts";
import { generalDocuments } from "#server/schema/agreements.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { images } from "#server/schema/images.ts";
import { products } from "#server/schema/products.ts";
import { documentSharings } from "#server/schema/public-view.ts";
import { workOrderProducts, workOrders as workOrdersTable } from "#server/schema/work-orders.ts";
import {
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  sendAgain,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const view = (id: string, method = "GET") => app.rawRequest(`${method} /view/${id}`);
const share = (id: string, isShared = true) =>
  app.request(shareDocument, { as: editor, params: { id }, body: { isShared } });

/** A document with any sharing, also one that an admin could not set. */
async function makeShared(
  given: Parameters<typeof makeDocument>[1] = {},
  sharing: { expiresAt?: Date } = {},
): Promise<string> {
  const { uniqueDocumentId } = await makeDocument(app.db, given);
  await app.db
    .insert(documentSharings)
    .values({ uniqueDocumentId, sharedAt: new Date(), expiresAt: null, ...sharing });
  return uniqueDocumentId;
}

/** Everything in an answer except its time and the number of its request. */
async function answerOf(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers.date;
  delete headers["x-request-id"];
  return { status: response.status, headers, body: await response.text() };
}

test("VIEW-1 VIEW-3 a shared document is served as HTML that works without scripts and may not be cached", async () => {
  const { generalDocumentId } = await makeGeneralDocument(app.db, { isGeneralTerms: true });
  const writer = await makePerson(app.db);
  const { document } = await makeQuote(app.db, {
    organizationId: writer.organizationId,
    workOrders: [{}, { isOptional: true }, { isOptional: true, doesClientWantWorkDone: true }],
    document: { name: "A store & more" },
  });
  await share(document.uniqueDocumentId);
  const { status, headers, body } = await answerOf(await view(document.uniqueDocumentId));
  expect(status).toBe(200);
  expect(body).toMatch(/^<!doctype html><html lang="en-AU" style="--page-foot:&quot;[^"]*&quot;">/);
  expect(body).toContain("<title>A proposal · Counterpart</title>");
  expect(body).toContain("A store &amp; more");
  expect(body).toContain(`href="/general-document/${generalDocumentId}" target="_blank"`);
  expect(body).toContain(`href="/login?return=%2Fdoc%2F${document.slug}"`);
  expect(body).not.toContain("Accept<");

  const params = { id: document.uniqueDocumentId };
  const told = await app.request(getDocument, { as: writer, params });
  expect(told.totalCost).toBe(220);
  const total = formatDollars(documentTotal(told.puckState) ?? "");
  // In the bar, and among the sums of the page.
  expect(body.split(total).length).toBeGreaterThanOrEqual(3);

  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toMatch(/style-src 'sha256-[\w+/]+=*';/);
  expect(policy).not.toContain("unsafe-eval");
});

test("VIEW-1 VIEW-2 drafts, revoked, expired, unshared, unknown and impossible ids answer alike", async () => {
  const revoked = await makeShared();
  await share(revoked, false);
  const ids = {
    unknown: "no-such-document",
    unshared: (await makeDocument(app.db)).uniqueDocumentId,
    draft: await makeShared({ status: "DRAFT" }),
    revoked,
    expired: await makeShared({}, { expiresAt: inMinutes(-1) }),
    "no id": "%00",
    "another path": "some/where",
    "malformed percent-encoding": "%ff",
    "a lone percent sign": "50%",
    "malformed further on": "some/%e0%a4",
    "a long name": "x".repeat(300),
    "an attack": encodeURIComponent(`' or 1=1 --<script>`),
  };
  const unknown = await answerOf(await view(ids.unknown));
  expect(unknown.status).toBe(404);
  expect(unknown.body).toContain("Something went wrong!");
  expect(unknown.body).toContain("We were unable to fetch the requested document, please try again later.");
  expect(unknown.body).toContain('href="/home"');
  for (const [why, id] of Object.entries(ids)) {
    expect(await answerOf(await view(id)), why).toEqual(unknown);
  }
  const head = await answerOf(await view(ids.unknown, "HEAD"));
  for (const [why, id] of Object.entries(ids)) {
    expect(await answerOf(await view(id, "HEAD")), why).toEqual(head);
  }
  // A member of the organization has no other rights here.
  const writer = await makePerson(app.db);
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: writer.organizationId });
  expect(await answerOf(await app.rawRequest(`GET /view/${uniqueDocumentId}`, { as: writer }))).toEqual(
    unknown,
  );
});

test("VIEW-1 a withdrawn share ends at once, and an expiring one at its time", async () => {
  const { uniqueDocumentId } = await makeDocument(app.db);
  const statusNow = async () => (await view(uniqueDocumentId)).status;
  expect(await statusNow()).toBe(404);
  await share(uniqueDocumentId);
  expect(await statusNow()).toBe(200);
  await share(uniqueDocumentId, false);
  expect(await statusNow()).toBe(404);
  const expiresAt = new Date(Date.now() + 1500).toISOString();
  await app.request(shareDocument, {
    as: editor,
    params: { id: uniqueDocumentId },
    body: { isShared: true, expiresAt },
  });
  expect(await statusNow()).toBe(200);
  await expect.poll(statusNow).toBe(404);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
});

test("CARE-9 a cached page is never older than the data that it shows", async () => {
  const rate = "1234.5";
  const { productId } = await makeProduct(app.db, { productRate: rate });
  const { document, workOrders } = await makeQuote(app.db, {
    workOrders: [{ isOptional: true, products: [{ productId, total: "1" }] }],
  });
  const [order] = workOrders;
  const { uniqueDocumentId, puckState } = document;
  const source = "https://pictures.test/kept.jpg";
  const image = { type: "Image", props: { id: "kept", src: source, alt: "A cup" } };
  const changed = { ...puckState, content: [...puckState.content, image] };
  const isIt = eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId);
  await app.db.update(uniqueDocuments).set({ puckState: changed }).where(isIt);
  await sendAgain(app.db, uniqueDocumentId);
  await share(uniqueDocumentId);
  const read = async () => (await view(uniqueDocumentId)).text();
  const before = await read();
  expect(await read(), "the page is kept").toBe(before);

  const imageId = "A".repeat(22);
  const ofOrder = eq(workOrderProducts.workOrderId, order?.workOrderId ?? "");
  const changes: [string, () => Promise<unknown>, string][] = [
    ["its name", () => app.db.update(uniqueDocuments).set({ name: "Renamed" }).where(isIt), "Renamed"],
    [
      "a choice",
      () =>
        app.db
          .update(workOrdersTable)
          .set({ doesClientWantWorkDone: true })
          .where(eq(workOrdersTable.workOrderId, order?.workOrderId ?? "")),
      "checked",
    ],
    [
      "the next version",
      async () => {
        await app.db.update(products).set({ productRate: "4321.5" }).where(eq(products.productId, productId));
        await app.db.update(workOrderProducts).set({ total: "2" }).where(ofOrder);
        await sendAgain(app.db, uniqueDocumentId);
      },
      "8,643.00",
    ],
    [
      "the terms",
      () => makeGeneralDocument(app.db, { generalDocumentId: "terms-kept", isGeneralTerms: true }),
      "/general-document/terms-kept",
    ],
    [
      "an image",
      () =>
        app.db.insert(images).values({
          imageId,
          sourceUrl: source,
          sha256: "0".repeat(64),
          byteLength: 1,
          contentType: "image/webp",
          width: 640,
          height: 480,
        }),
      `/images/${imageId}/1600#640x480`,
    ],
  ];
  await app.db.update(generalDocuments).set({ isGeneralTerms: false });
  for (const [what, change, words] of changes) {
    expect(await read(), what).not.toContain(words);
    await change();
    expect(await read(), what).toContain(words);
  }
});

test("CARE-9 a document of two megabytes costs a tenth when it is read again, in every encoding", async () => {
  const page = makePage();
  const text = "Some <strong>bold</strong> words of a long text, with a <em>tail</em>. ".repeat(150);
  for (let at = 0; at < 200; at += 1)
    page.content.push({ type: "Paragraph", props: { id: `p${at}`, text: `${at}. ${text}` } } as never);
  const id = await makeShared({ puckState: page });
  const timed = async (encoding: string) => {
    const started = performance.now();
    const response = await app.rawRequest(`GET /view/${id}`, { headers: { "accept-encoding": encoding } });
    const body = await response.text();
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
    return { took: performance.now() - started, body };
  };
  const first = await timed("identity");
  expect(first.body.length).toBeGreaterThan(2_000_000);
  for (const encoding of ["br", "gzip", "identity"]) {
    const again: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { took, body } = await timed(encoding);
      expect(body).toBe(first.body);
      again.push(took);
    }
    expect(Math.min(...again), encoding).toBeLessThan(first.took / 10);
  }
});

test("VIEW-1 CARE-3 a decided document shows the decision and its time, and not who decided", async () => {
  const writer = await makePerson(app.db);
  const { document } = await makeQuote(app.db, { organizationId: writer.organizationId });
  const { uniqueDocumentId } = document;
  await share(uniqueDocumentId);
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id: uniqueDocumentId } });
  await app.rawRequest(`POST /api/unique-document/user/${uniqueDocumentId}/approve`, {
    as: writer,
    body: { uniqueDocumentId, status: "APPROVED", contentHash },
  });
  const body = await (await view(uniqueDocumentId)).text();
  const { approvedBy } = await app.request(getDocument, { as: writer, params: { id: uniqueDocumentId } });
  const moment = formatDateTime(approvedBy?.approvedTime ?? "", "Australia/Sydney");
  expect(body).toMatch(/pv-status--approved"><strong>Approved<\/strong> <time/);
  expect(body).toContain(`>${moment}</time>`);
  expect(body).not.toContain(writer.email);
  expect(body).not.toContain("Sign in to accept");
});

test("VIEW-2 a shared document without content says that it cannot be shown", async () => {
  const id = await makeShared({ puckState: { content: [], root: { props: {} } } });
  const { status, body } = await answerOf(await view(id));
  expect(status).toBe(200);
  expect(body).toContain(
    "We were unable to display this documents contents correctly, please try again later.",
  );
});

test("VIEW-2 an error of the server is shown as a page", async () => {
  const id = await makeShared();
  app.log.allowErrors(/A request failed/);
  await app.alterTables("alter table document_sharings rename to document_sharings_gone");
  const { status, headers, body } = await answerOf(await view(id));
  await app.alterTables("alter table document_sharings_gone rename to document_sharings");
  expect([status, headers["cache-control"]]).toEqual([500, "private, no-store"]);
  expect(body).toContain("We were unable to display this documents contents correctly");
  expect((await view(id)).status).toBe(200);
});

test("BLOCK-18 people's input is escaped everywhere", async () => {
  const attack = `</script></style><script>window.attacked = true</script><img src=x onerror=alert(1)>`;
  const page = makePage();
  page.content.push({ type: "Paragraph", props: { id: "p", text: `Hello ${attack}` } } as never);
  page.root.props.title = attack;
  const id = await makeShared({ name: attack, puckState: page });
  const { body } = await answerOf(await view(id));
  expect(body).toContain("Hello");
  expect(body).not.toContain("<script>window");
  const withoutFoot = body.replace(/ style="--page-foot:&quot;[^"<>]*&quot;"/, "");
  expect(withoutFoot).not.toMatch(/<[^>]*onerror/);
  expect(body.match(/<script/g) ?? []).toEqual([]);
});

test("VIEW-1 an answer takes as long for a hidden document as for a missing one", async () => {
  const hidden = (await makeDocument(app.db)).uniqueDocumentId;
  const times: Record<string, number[]> = { [hidden]: [], unknown: [] };
  for (let round = 0; round < 60; round += 1) {
    for (const id of [hidden, "unknown"]) {
      const started = performance.now();
      await (await view(id)).text();
      times[id]?.push(performance.now() - started);
    }
  }
  const [one, other] = Object.values(times).map((list) => list.toSorted((a, b) => a - b)[30] ?? 0);
  // Both run the same statement; a second statement would take at least a third longer.
  expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThan(2 + 0.5 * Math.max(one ?? 0, other ?? 0));
});
