import { rm } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { createBundleLinkAsAdmin } from "#contract/admin/bundles.ts";
import { createBundleLink } from "#contract/bundles.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { provenBy } from "#domain/evidence/bundle/bundle-format.ts";
import { readZip } from "#domain/evidence/bundle/read-zip.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { VERSION } from "#server/version.ts";
import {
  makeAdmin,
  makeOrganization,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

const app = await startTestApp();
app.log.allowErrors(/differs from its evidence/);

/** A document that was accepted; its only rate is $1,234.50. */
async function accept({ hidePricing = false } = {}) {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const as = await makePerson(app.db, { organization });
  const { productId } = await makeProduct(app.db, { productName: "Painting", productRate: "1234.50" });
  const workOrderId = v7();
  const page = makePage([workOrderId]);
  const content = page.content.map((one) => ({ ...one, props: { ...one.props, hidePricing } }));
  const quote = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ workOrderId, name: "Walls", products: [{ productId, total: "1" }] }],
    document: { puckState: { ...page, content } },
  });
  const id = quote.document.uniqueDocumentId;
  const params = { id };
  const { contentHash } = await app.request(getDocument, { as, params });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as, params, body });
  const snapshots = async () => (await app.request(getDocument, { as, params })).documentSnapshots.length;
  await expect.poll(snapshots, { interval: 50 }).toBe(1);
  return { as, params, organizationId };
}

async function download(uri: string | null) {
  const response = await fetch(`${app.baseUrl}${uri}`);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test("TRUST-3 a member and the company download the same intact bundle, and the activity shows who downloaded it", async () => {
  const { as, params, organizationId } = await accept();
  const viewer = await makeAdmin(app.db, "viewer");
  const { response, bytes } = await download((await app.request(createBundleLink, { as, params })).uri);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; .*\.zip$/);
  const verdict = await verifyBundle(bytes, { keys: app.deps.evidence.publicKeys });
  expect(verdict).toMatchObject({ outcome: "intact", isRepacked: false, isKeyKnown: true });
  expect(verdict.manifest && provenBy(verdict.manifest)).toMatchObject({ kind: "acceptance", id: params.id });
  // FIELD-6: what both sides may see of how it came about. The network address stays sealed.
  expect(verdict.manifest?.how).toEqual({
    consent: "sent-by-program",
    intent: null,
    identifiedBy: "password",
    confirmedBy: null,
    authorisedSince: null,
    accessGivenBy: null,
    accessGivenByName: null,
  });
  const companys = await download((await app.request(createBundleLinkAsAdmin, { as: viewer, params })).uri);
  expect(companys.bytes, "equal bytes").toEqual(bytes);

  const taken = (await app.db.select().from(auditEvents)).filter(
    (one) => one.action === "document.take-evidence",
  );
  expect(taken.map((one) => [one.userProfileId, one.subjectId, one.organizationId])).toEqual([
    [as.userProfileId, params.id, organizationId],
    [viewer.userProfileId, params.id, organizationId],
  ]);
});

test("RUN-2 a bundle names the version of the portal that made it, for programs and for people", async () => {
  const { as, params } = await accept();
  const { bytes } = await download((await app.request(createBundleLink, { as, params })).uri);
  const files = new Map(
    (await readZip(bytes)).map(({ name, bytes: of }) => [name, Buffer.from(of).toString()]),
  );
  expect(JSON.parse(files.get("manifest.json") ?? "")).toMatchObject({ portalVersion: VERSION });
  expect(files.get("README.txt")).toContain(`Counterpart ${VERSION} made this bundle.`);
});

test("TRUST-3 strangers get no bundle, a link is for one document, and there is none before the acceptance", async () => {
  const { params } = await accept();
  const stranger = await accept();
  expect(await app.refusal(createBundleLink, { as: stranger.as, params })).toMatchObject({ status: 404 });
  const none = { id: "01980000-0000-7000-8000-00000000beef" };
  expect(await app.refusal(createBundleLink, { as: stranger.as, params: none })).toMatchObject({
    status: 404,
  });
  const { uri } = await app.request(createBundleLink, stranger);
  expect((await download(uri?.replace(stranger.params.id, params.id) ?? null)).response.status).toBe(403);
  expect((await download(`/api/files/evidence/${params.id}`)).response.status).toBe(403);

  const { document } = await makeQuote(app.db, { organizationId: stranger.organizationId });
  const open = { as: stranger.as, params: { id: document.uniqueDocumentId } };
  expect((await app.request(createBundleLink, open)).uri).toBeNull();
});

test("TRUST-3 CARE-4 hidden prices, addresses on the network and the events of other documents stay out of the bundle", async () => {
  const { as, params } = await accept({ hidePricing: true });
  const { bytes } = await download((await app.request(createBundleLink, { as, params })).uri);
  expect((await verifyBundle(bytes, { keys: [] })).outcome).toBe("unknown-signer");
  const record = (await readZip(bytes)).find(({ name }) => name === "evidence.json");
  const text = new TextDecoder().decode(record?.bytes);
  const [decision] = (await app.db.select().from(documentDecisions)).filter(
    (one) => one.uniqueDocumentId === params.id,
  );
  expect(JSON.stringify(decision?.page), "the hidden rate is a part of what was accepted").toContain(
    "1234.5",
  );
  expect(text).not.toMatch(/1234\.5|userAgent|ipAddress|"salt"/);
  expect(text, "what is sealed stays bound").toMatch(/"sealed":\{"content":"[0-9a-f]{64}"/);
});

test("TRUST-3 a document that differs from its evidence has no bundle", async () => {
  const { as, params } = await accept();
  const { uri } = await app.request(createBundleLink, { as, params });
  await asIntruder(
    app,
    "update document_decisions set user_name = 'Another Person' where unique_document_id = $1 returning 1",
    [params.id],
  );
  const { response } = await download(uri);
  expect(response.status).toBe(409);
});

test("TRUST-3 the verification page may not load or connect to anything, and a saved copy has the same policy", async () => {
  const response = await fetch(`${app.baseUrl}/verify`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none';connect-src 'none';script-src 'sha256-");
  expect(policy).not.toMatch(/unsafe|'self'|https?:/);
  const html = await response.text();
  expect(html).toContain(policy.replace(";frame-ancestors 'none'", ""));
  expect(html).toContain(app.deps.evidence.publicKey);
  expect(html).not.toMatch(/ src=|<link|@import|url\(/);
});

test("TRUST-3 there is no bundle while the PDF cannot be read from the disk, and the refusal says so", async () => {
  const { as, params } = await accept();
  const { uri } = await app.request(createBundleLink, { as, params });
  await rm(join(app.variables.DATA_DIR ?? "", "files"), { recursive: true });
  const { response, bytes } = await download(uri);
  expect(response.status).toBe(503);
  expect(new TextDecoder().decode(bytes)).toContain("The file can't be read at the moment");
});
