import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getChecks, savePage, sendDocument } from "#contract/admin/drafts.ts";
import { listPictures } from "#contract/admin/images.ts";
import { saveTemplatePage } from "#contract/admin/templates.ts";
import { getDocument } from "#contract/documents.ts";
import { thumbnailAddress } from "#domain/page/video-source.ts";
import { findPrintedImages } from "#server/images/print-images.ts";
import { MAX_IMAGE_BYTES } from "#server/images/remake-image.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { imageFiles, images, imageTexts } from "#server/schema/images.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeTemplate,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeImage, makeMoving, makePlain } from "#tests/support/make-image.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

// Images that the company's people upload, and how images are served.

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");

type Told = {
  data?: { imageId: string; address: string; width: number; height: number };
  error?: { code: string; message: string; details?: { reason?: string } };
};

async function send(body: Uint8Array, { as = editor, type = "application/octet-stream" } = {}) {
  const response = await app.rawRequest("POST /api/images", { as, body, headers: { "content-type": type } });
  return { status: response.status, ...((await response.json()) as Told) };
}

async function upload(bytes: Uint8Array) {
  const { status, data, error } = await send(bytes);
  expect(status, error?.message).toBe(200);
  if (!data) throw new Error("Nothing was kept.");
  return data;
}

test("TRUST-1 a replaced image is detected: it is neither served nor printed, and `verify` reports it", async () => {
  const [{ imageId, address }, other] = [
    await upload(await makePlain(30, 20, "#123456").png().toBuffer()),
    await upload(await makePlain(30, 20, "#654321").png().toBuffer()),
  ];
  const src = { type: "Image", props: { id: "Image-1", src: address, alt: "A plan" } };
  const page = { root: { props: { title: "A page" } }, content: [src] };
  const status = async () => (await app.rawRequest(`GET /images/${imageId}/480`)).status;
  const isGood = async () => (await verifyEvidence(app.deps, () => undefined)).isGood;
  const isPrinted = () =>
    findPrintedImages(app.db, page).then(
      () => true,
      () => false,
    );
  expect([await status(), await isGood(), await isPrinted()]).toEqual([200, true, true]);
  app.log.allowErrors(/An image differs from its address/);
  for (const [table, rest] of [
    ["image_files", "and width = 480"],
    ["images", ""],
  ]) {
    const bytesOf = `select sha256, byte_length from ${table} where image_id = $1 ${rest}`;
    const [own] = await asIntruder<{ sha256: string; byte_length: string }>(app, bytesOf, [imageId]);
    const [foreign] = await asIntruder<{ sha256: string; byte_length: string }>(app, bytesOf, [
      other.imageId,
    ]);
    const write = `update ${table} set sha256 = $2, byte_length = $3 where image_id = $1 ${rest} returning 1`;
    await asIntruder(app, write, [imageId, foreign?.sha256, foreign?.byte_length]);
    expect([await status(), await isGood(), await isPrinted()], table).toEqual([409, false, false]);
    await asIntruder(app, write, [imageId, own?.sha256, own?.byte_length]);
  }
  expect([await status(), await isGood(), await isPrinted()]).toEqual([200, true, true]);

  const { uniqueDocumentId: id } = await makeDocument(app.db, {
    status: "DRAFT",
    shownAt: null,
    puckState: page,
  });
  await app.request(sendDocument, { as: editor, params: { id }, body: { revision: 1 } });
  expect(await isGood()).toBe(true);
  await asIntruder(app, "delete from images where image_id = $1 returning 1", [imageId]);
  expect(await isPrinted(), "gone from the database").toBe(false);
  expect((await verifyEvidence(app.deps, () => undefined)).message).toContain(
    `the image ${imageId}, which is gone`,
  );
});

test("STUDIO-11 TRUST-1 a picture that was not uploaded, or that is another organization's, is named before sending and not sent", async () => {
  const [own, foreign] = [
    await upload(await makePlain(30, 20).png().toBuffer()),
    await upload(await makePlain(20, 30).png().toBuffer()),
  ];
  const another = await makeOrganization(app.db);
  await app.db
    .update(images)
    .set({ organizationId: another.organizationId })
    .where(eq(images.imageId, foreign.imageId));
  const shown = [
    own.address,
    foreign.address,
    `/images/${"A".repeat(64)}/1600#30x20`,
    `/images/${"B".repeat(22)}`,
  ];
  const content = shown.map((src, at) => ({
    type: "Image",
    props: { id: `p${at}`, src, alt: `Plan ${at}` },
  }));
  const of = (count: number) => ({ root: { props: {} }, content: content.slice(0, count) });
  const draft = { status: "DRAFT", shownAt: null, puckState: of(4) } as const;
  const { uniqueDocumentId: id } = await makeDocument(app.db, draft);
  const [as, params] = [editor, { id }];
  const lost = async () =>
    (await app.request(getChecks, { as, params })).checks.filter(({ kind }) => kind === "picture-lost");
  const found = await lost();
  expect(found.map(({ blockId, isRefused }) => [blockId, isRefused])).toEqual(
    ["p1", "p2", "p3"].map((blockId) => [blockId, true]),
  );
  expect(await app.refusal(sendDocument, { as, params, body: { revision: 1 } })).toMatchObject({
    status: 409,
    details: { reason: "picture-lost" },
    message: found[0]?.message,
  });
  expect(found[0]?.message).toContain("The picture “Plan 1”");
  await app.request(savePage, { as, params, body: { revision: 1, page: of(1) } });
  expect(await lost()).toEqual([]);
  await app.request(sendDocument, { as, params, body: { revision: 2 } });
});

test("BLOCK-19 an image whose bytes are gone from the disk is answered with a sentence, and logged", async () => {
  const { imageId } = await upload(await makePlain(30, 20, "#123456").png().toBuffer());
  const [file] = await app.db.select().from(imageFiles).where(eq(imageFiles.imageId, imageId));
  const { sha256 = "" } = file ?? {};
  await rm(join(app.variables.DATA_DIR ?? "", "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256));
  app.log.allowErrors(/The bytes of a stored image are missing/);
  const response = await app.rawRequest(`GET /images/${imageId}/${file?.width}`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining("The image can't be read") },
  });
});

describe("an upload", () => {
  test("BLOCK-19 is served publicly in several widths, for a year, without its metadata", async () => {
    const exif = { IFD0: { Artist: "Wren Alder" } };
    const sent = await makeImage(2000, 1000).withExif(exif).jpeg({ quality: 95 }).toBuffer();
    const { imageId, address, width, height } = await upload(sent);
    expect({ width, height, address }).toEqual({
      width: 2000,
      height: 1000,
      address: `/images/${imageId}/1600#2000x1000`,
    });
    for (const served of [480, 960, 1600]) {
      const response = await app.rawRequest(`GET /images/${imageId}/${served}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(String(bytes.byteLength)).toBe(response.headers.get("content-length"));
      const { format, width: got, exif: kept } = await sharp(bytes).metadata();
      expect({ format, got, kept }).toEqual({ format: "webp", got: served, kept: undefined });
    }
  });

  test("is stored once for the same bytes, with a new address each time, and recorded", async () => {
    const sent = await makeImage(100, 80).png().toBuffer();
    const [one, two] = [await upload(sent), await upload(sent)];
    expect(one.imageId).toMatch(/^[\w-]{64}$/);
    expect(one.imageId).not.toBe(two.imageId);
    const hashes = await Promise.all(
      [one, two].map(async ({ imageId }) => {
        const [row] = await app.db.select().from(images).where(eq(images.imageId, imageId));
        return row?.sha256;
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
    const [event] = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, one.imageId));
    expect(event).toMatchObject({ action: "image.upload", userProfileId: editor.userProfileId });
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, number, string]>([
    ["of zero bytes", () => new Uint8Array(), 400, "empty"],
    ["that is a web page", () => Buffer.from("<html><script>alert(1)</script></html>"), 400, "not-an-image"],
    ["that is SVG", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 400, "not-an-image"],
    ["that is a PDF", () => Buffer.from("%PDF-1.7"), 400, "not-an-image"],
    [
      "that is cut off",
      async () => (await makeImage(200, 200).png().toBuffer()).subarray(0, 9000),
      400,
      "damaged",
    ],
    ["that moves", makeMoving, 400, "animated"],
    ["of 40 megapixels", () => makePlain(8000, 5000).png().toBuffer(), 400, "too-many-pixels"],
    ["of a byte too many", () => Buffer.alloc(MAX_IMAGE_BYTES + 1), 413, "too-large"],
  ])("%s is refused with its reason, and the server continues", async (_what, make, status, reason) => {
    const answer = await send(await make());
    expect(answer).toMatchObject({ status, error: { details: { reason } } });
    expect(answer.error?.message).toMatch(/^[A-Z].+\.$/);
    expect((await app.rawRequest("GET /healthz")).status).toBe(200);
  });

  test("many at once are all answered", async () => {
    const bomb = await makePlain(6000, 5000).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(bomb)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  });

  test("as anything but plain bytes is refused", async () => {
    const sent = await makePlain(10, 10).png().toBuffer();
    for (const type of ["image/png", "application/json", "multipart/form-data; boundary=x"])
      expect(await send(sent, { type })).toMatchObject({ status: 400, error: { code: "invalid" } });
  });

  test("API-5 by another person is refused before its bytes are read", async () => {
    const writer = await makePerson(app.db);
    const answer = await send(Buffer.alloc(MAX_IMAGE_BYTES + 1), { as: writer });
    expect(answer).toMatchObject({ status: 403, error: { details: { reason: "not-admin" } } });
  });
});

test("an unknown address answers 404 like any other, and browsers do not cache it", async () => {
  const { imageId } = await upload(await makePlain(30, 30).png().toBuffer());
  const pending = "A".repeat(22);
  await app.db.insert(images).values({ imageId: pending, sourceUrl: "https://images.test/pending.png" });
  const paths = [
    `/images/${imageId}/481`,
    `/images/${imageId}/480.5`,
    `/images/${imageId}/-1`,
    `/images/${imageId}/480abc`,
    `/images/${pending}/480`,
    `/images/${"B".repeat(22)}/480`,
    "/images/short/480",
    "/images/..%2F..%2Fetc/480",
    "/images/%00/480",
  ];
  for (const path of paths) {
    const response = await app.rawRequest(`GET ${path}`);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      error: { code: "not-found", message: "There is no such image." },
    });
  }
});

describe("STUDIO-5 pictures used before", () => {
  const list = (query: Record<string, string | number> = {}, as = editor) =>
    app.request(listPictures, { as, query });
  const textOf = async (imageId: string, organizationId?: string) =>
    (await list(organizationId === undefined ? {} : { organizationId })).find(
      (one) => one.imageId === imageId,
    )?.alt;
  const pageWith = (...pictures: { src: string; alt: string }[]) => ({
    root: { props: { title: "Pictures" } },
    content: pictures.map((props, at) => ({ type: "Image", props: { id: `picture-${at}`, ...props } })),
  });
  const makeDraft = () => makeDocument(app.db, { status: "DRAFT", shownAt: null });
  const save = (id: string, revision: number, ...pictures: Parameters<typeof pageWith>) =>
    app.request(savePage, { as: editor, params: { id }, body: { revision, page: pageWith(...pictures) } });

  test("are listed newest first with their last alternative text, found by it, and paged", async () => {
    const made: { imageId: string; address: string }[] = [];
    for (const size of [11, 12, 13]) made.push(await upload(await makePlain(size, 10).png().toBuffer()));
    const [kiln, , bowl] = made;
    if (!kiln || !bowl) throw new Error("Nothing was kept.");
    const { uniqueDocumentId: id, organizationId } = await makeDraft();
    await save(id, 1, { src: kiln.address, alt: "An oven" }, { src: bowl.address, alt: "A Bowl, glazed" });
    await save(id, 2, { src: kiln.address, alt: "Töpferofen" }, { src: bowl.address, alt: "" });

    const first = await app.requestPage(listPictures, { as: editor, query: { limit: 2, organizationId } });
    expect(first.data.map(({ imageId }) => imageId)).toEqual([bowl.imageId, made[1]?.imageId]);
    const cursor = first.page?.nextCursor ?? "";
    const second = await app.requestPage(listPictures, {
      as: editor,
      query: { limit: 2, cursor, organizationId },
    });
    expect(second.data[0]).toMatchObject({ address: kiln.address, alt: "Töpferofen" });
    expect((await list({ q: "bowl", organizationId })).map(({ alt }) => alt)).toEqual(["A Bowl, glazed"]);
    expect((await list({ q: "topfer", organizationId })).map(({ address }) => address)).toEqual([
      kiln.address,
    ]);
    expect(await list({ q: "an oven", organizationId })).toEqual([]);
  });

  test("are the company's own that are stored: no client's, no video's, none that is still fetched", async () => {
    const { organizationId } = await makeOrganization(app.db);
    const stored = { sha256: "0".repeat(64), byteLength: 1, contentType: "image/png", width: 1, height: 1 };
    const thumbnail = thumbnailAddress("dQw4w9WgXcQ");
    const rows = [
      { imageId: "outside", sourceUrl: "https://images.test/kept.png", ...stored },
      { imageId: "clients", organizationId, ...stored },
      { imageId: "videos", sourceUrl: thumbnail, ...stored },
      { imageId: "waiting", sourceUrl: "https://images.test/waiting.png" },
    ];
    await app.db.insert(images).values(rows.map((row) => ({ ...row, imageId: row.imageId.padEnd(22, "-") })));
    const listed = (await list()).map(({ imageId }) => imageId);
    expect(rows.map((row) => listed.includes(row.imageId.padEnd(22, "-")))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // The alternative text of a page never goes to a client's image.
    const { uniqueDocumentId: id } = await makeDraft();
    await save(id, 1, { src: `/images/${"clients".padEnd(22, "-")}`, alt: "Not ours" });
    expect(await app.db.$count(imageTexts, eq(imageTexts.alt, "Not ours"))).toBe(0);
  });

  test("have the text of the same client's documents, or of templates, and never another client's", async () => {
    const { address, imageId } = await upload(await makePlain(22, 10).png().toBuffer());
    const [own, other] = [await makeDraft(), await makeDraft()];
    await save(own.uniqueDocumentId, 1, { src: address, alt: "The kiln of Ember Pottery" });
    expect(await textOf(imageId, own.organizationId)).toBe("The kiln of Ember Pottery");
    expect(await textOf(imageId, other.organizationId)).toBe("");
    expect(await textOf(imageId)).toBe("");
    expect(await list({ q: "ember pottery", organizationId: other.organizationId })).toEqual([]);

    const { templateId } = await makeTemplate(app.db);
    const body = { revision: 1, page: pageWith({ src: address, alt: "A kiln" }) };
    await app.request(saveTemplatePage, { as: editor, params: { id: templateId }, body });
    expect(await textOf(imageId, own.organizationId)).toBe("The kiln of Ember Pottery");
    expect(await textOf(imageId, other.organizationId)).toBe("A kiln");
    expect(await textOf(imageId)).toBe("A kiln");
  });

  test("selected for another organization, is visible to that document's readers, who find no other", async () => {
    const { address, imageId } = await upload(await makePlain(21, 10).png().toBuffer());
    const { uniqueDocumentId: first } = await makeDraft();
    await save(first, 1, { src: address, alt: "Only in the first" });
    const reader = await makePerson(app.db, { permission: "read" });
    const second = await makeDocument(app.db, {
      organizationId: reader.organizationId,
      puckState: pageWith({ src: address, alt: "A cup" }),
    });
    const { puckState } = await app.request(getDocument, {
      as: reader,
      params: { id: second.uniqueDocumentId },
    });
    expect(puckState.content[0]?.props).toMatchObject({ src: address, alt: "A cup" });
    expect((await app.rawRequest(`GET /images/${imageId}/480`, { as: reader })).status).toBe(200);
    expect(await app.refusal(getDocument, { as: reader, params: { id: first } })).toMatchObject({
      status: 404,
    });
    expect(await app.refusal(listPictures, { as: reader })).toMatchObject({ status: 403 });
  });
});
