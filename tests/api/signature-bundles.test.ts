import { expect, test } from "vitest";
import { createSignatureBundleLinkAsAdmin } from "#contract/admin/bundles.ts";
import {
  listSignedGeneralDocuments,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { createSignatureBundleLink } from "#contract/bundles.ts";
import { provenBy } from "#domain/evidence/bundle/bundle-format.ts";
import { formatVerdict } from "#domain/evidence/bundle/format-verdict.ts";
import { readZip } from "#domain/evidence/bundle/read-zip.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { makeAdmin, makeGeneralDocument, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { makeSigning, signaturesOf, signingBody, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();
app.log.allowErrors(/differs from its evidence/);

async function download(uri: string | null) {
  const response = await fetch(`${app.baseUrl}${uri}`);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** A signature for an organization, with its copy. */
async function sign() {
  const { writer: as, documentId } = await makeSigning(app);
  const signed = await app.request(signGeneralDocument, { as, body: signingBody(as, documentId) });
  const copies = async () => (await app.request(listSignedGeneralDocuments, { as })).map((one) => one.s3uri);
  await expect.poll(copies, { interval: 50 }).toEqual([expect.any(String)]);
  return { as, params: { id: signed.signedGeneralDocumentId } };
}

test("TRUST-3 SIGN-8 a member and the company download the same intact bundle of a signature, and downloads are recorded", async () => {
  const { as, params } = await sign();
  const viewer = await makeAdmin(app.db, "viewer");
  const { response, bytes } = await download(
    (await app.request(createSignatureBundleLink, { as, params })).uri,
  );
  expect(response.headers.get("content-type")).toBe("application/zip");
  const verdict = await verifyBundle(bytes, { keys: app.deps.evidence.publicKeys });
  expect(verdict).toMatchObject({ outcome: "intact", isRepacked: false, isKeyKnown: true });
  expect(verdict.manifest && provenBy(verdict.manifest)).toMatchObject({ kind: "signature", id: params.id });
  expect(formatVerdict(verdict).facts).toContainEqual(["Signed by", `Wren Alder, ${as.email}`]);
  const companys = await download(
    (await app.request(createSignatureBundleLinkAsAdmin, { as: viewer, params })).uri,
  );
  expect(companys.bytes, "equal bytes").toEqual(bytes);
  const taken = (await app.db.select().from(auditEvents)).filter(
    (one) => one.action === "agreement.take-evidence",
  );
  expect(taken.map((one) => [one.userProfileId, one.subjectId])).toEqual([
    [as.userProfileId, params.id],
    [viewer.userProfileId, params.id],
  ]);
  const record = (await readZip(bytes)).find(({ name }) => name === "evidence.json");
  expect(new TextDecoder().decode(record?.bytes), "addresses on the network stay sealed").not.toMatch(
    /userAgent|ipAddress|"salt"/,
  );
});

test("TRUST-3 SIGN-1 the company downloads the bundle of a visitor's signature, which is in the portal's own chain", async () => {
  // Another chain, whose events have the same positions.
  await sign();
  const { generalDocumentId } = await makeGeneralDocument(app.db);
  await app.request(signGeneralDocumentAsVisitor, { body: visitorBody(generalDocumentId) });
  const owner = await makeAdmin(app.db, "owner");
  const signature = async () => (await signaturesOf(app, generalDocumentId))[0];
  await expect.poll(async () => (await signature())?.fileId, { interval: 50 }).toEqual(expect.any(String));
  const params = { id: (await signature())?.signedGeneralDocumentId ?? "" };
  const { bytes } = await download(
    (await app.request(createSignatureBundleLinkAsAdmin, { as: owner, params })).uri,
  );
  expect((await verifyBundle(bytes, { keys: app.deps.evidence.publicKeys })).outcome).toBe("intact");
});

test("TRUST-3 strangers get no bundle of a signature, and a link is for one signature", async () => {
  const { params } = await sign();
  const stranger = await sign();
  expect(await app.refusal(createSignatureBundleLink, { as: stranger.as, params })).toMatchObject({
    status: 404,
  });
  const elsewhere = await makePerson(app.db, { organization: await makeOrganization(app.db) });
  expect(await app.refusal(createSignatureBundleLink, { as: elsewhere, params })).toMatchObject({
    status: 404,
  });
  const { uri } = await app.request(createSignatureBundleLink, stranger);
  expect((await download(uri?.replace(stranger.params.id, params.id) ?? null)).response.status).toBe(403);
  expect((await download(uri?.replace("/signature", "") ?? null)).response.status).toBe(403);
  expect((await download(`/api/files/evidence/signature/${params.id}`)).response.status).toBe(403);
});

test.each([
  [
    "the signer's name",
    "update signed_general_documents set user_last_name = 'Else' where signed_general_document_id = $1",
  ],
  [
    "the copy of another signature",
    `update signed_general_documents set file_id = (select file_id from signed_general_documents
      where file_id is not null and signed_general_document_id <> $1 limit 1)
      where signed_general_document_id = $1`,
  ],
  [
    "the portal's signature of an event",
    `update evidence_events set signature = reverse(signature) where kind = 'agreement.copy'
      and subject_id = (select file_id from signed_general_documents where signed_general_document_id = $1)`,
  ],
])("TRUST-3 a signature whose evidence differs has no bundle: %s", async (_what, statement) => {
  await sign();
  const { as, params } = await sign();
  const { uri } = await app.request(createSignatureBundleLink, { as, params });
  expect((await download(uri)).response.status).toBe(200);
  await asIntruder(app, `${statement} returning 1`, [params.id]);
  expect((await download(uri)).response.status).toBe(409);
});
