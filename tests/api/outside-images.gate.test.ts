import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareDocument } from "#contract/admin/documents.ts";
import { approveDocument, getDocument, listDocuments, receiveDocument } from "#contract/documents.ts";
import { describeChanges } from "#domain/documents/describe-changes.ts";
import { thumbnailAddress } from "#domain/page/video-source.ts";
import { printDocument } from "#server/documents/print-document.ts";
import { fetchImage, MAX_ATTEMPTS } from "#server/images/fetch-image.job.ts";
import { newImageId } from "#server/images/image-id.ts";
import { findPrintedImages, isAnyImageUntried, readImagesForPrint } from "#server/images/print-images.ts";
import { registerImagesOfPages } from "#server/images/register-images.ts";
import { remakeImage, storeImage } from "#server/images/remake-image.ts";
import { createOutside } from "#server/outside/fetch-outside.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { imageFiles, images, imageTexts } from "#server/schema/images.ts";
import { sections } from "#server/schema/templates.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { makeAdmin, makeDocument, makePerson, makeTemplate, unique } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeImage, makePlain } from "#tests/support/make-image.ts";
import { type OutsideWorld, openOutsideWorld } from "#tests/support/outside-world.ts";

// Images of documents on other hosts: fetched once, served by the portal.

let world: OutsideWorld;
let app: TestApp;
let image: Buffer;
let path: string;
beforeAll(async () => {
  world = await openOutsideWorld();
  app = await createTestApp({}, outside());
  image = await makePlain(1200, 100).jpeg().toBuffer();
});
afterAll(async () => {
  await app.close();
  await world.close();
});
beforeEach(() => {
  path = `/${unique("image")}.jpg`;
});

const outside = () => createOutside(world.network);
const asked = () => world.asked.filter((one) => one.path === path).length;
const kept = /^\/images\/[\w-]{22}\/1600#1200x100$/;
const pending = /^\/images\/[\w-]{22}$/;

const block = (type: string, props: object) => ({ type, props: { id: unique(type), ...props } });

/** A page with the image in every position that accepts one. */
function pageOf(source: string, alt = "A cup") {
  const inner = block("Image", { src: source, alt });
  return {
    root: { props: { title: "Images" } },
    content: [
      block("Container", { backgroundImage: source, content: [inner] }),
      block("CaseStudies", { cards: [{ title: "Harbour", image: source }] }),
      block("Image", { src: "/demo/harbour-hero.svg", alt: "Ours" }),
    ],
  };
}

/** A document whose page is stored as the portal's verbs do: its images are registered with it. */
async function makeShown(source: string, on = app) {
  const writer = await makePerson(on.db);
  const { organizationId } = writer;
  const puckState = pageOf(source);
  const document = await makeDocument(on.db, { organizationId, puckState });
  await on.db.transaction((tx) => registerImagesOfPages(tx, on.deps, [{ page: puckState, organizationId }]));
  const id = document.uniqueDocumentId;
  return { writer, id, show: () => on.request(getDocument, { as: writer, params: { id } }) };
}

/** The sources of the images that a page shows. */
function sourcesIn(page: { content: readonly unknown[] }): string[] {
  return [...JSON.stringify(page).matchAll(/"(?:src|backgroundImage|image)":"([^"]*)"/g)].map(
    ([, one = ""]) => one,
  );
}
const ofOthers = (page: { content: readonly unknown[] }) =>
  sourcesIn(page).filter((one) => !one.startsWith("/demo/harbour-hero.svg"));

async function rowOf(source: string, on = app) {
  const [row] = await on.db.select().from(images).where(eq(images.sourceUrl, source));
  return row;
}

async function untilSettled(source: string, on = app) {
  await expect
    .poll(async () => {
      const row = await rowOf(source, on);
      return row && (row.sha256 !== null || row.failure !== null);
    })
    .toBe(true);
  return rowOf(source, on);
}

describe("an image of another host", () => {
  test("BLOCK-19 is fetched once, and served to every reader by the portal, at any position in the page", async () => {
    const source = world.serve(path, image, "image/jpeg");
    const { show, writer, id } = await makeShown(source);
    const first = await show();
    expect(ofOthers(first.puckState)).toHaveLength(3);
    expect(JSON.stringify(first)).not.toContain("images.test");
    await untilSettled(source);

    const later = await show();
    for (const one of ofOthers(later.puckState)) expect(one).toMatch(kept);
    const [address = ""] = ofOthers(later.puckState);
    expect((await app.rawRequest(`GET ${address}`)).headers.get("content-type")).toBe("image/webp");
    const listed = await app.request(listDocuments, { as: writer, query: { include: "puckState" } });
    expect(ofOthers(listed[0]?.puckState ?? { content: [] })).toEqual(ofOthers(later.puckState));

    // Visitors of a shared document get the same.
    const editor = await makeAdmin(app.db, "editor");
    await app.request(shareDocument, { as: editor, params: { id }, body: { isShared: true } });
    const seen = await (await app.rawRequest(`GET /view/${id}`)).text();
    expect(seen).toContain(`src="${address}"`);
    expect(seen).not.toContain("images.test");

    const another = await makeShown(source);
    expect(ofOthers((await another.show()).puckState)).toEqual(ofOthers(later.puckState));
    expect(asked()).toBe(1);
  });

  test("BLOCK-19 APPR-5 its time of fetching does not affect what is accepted, returned or reported as changed", async () => {
    const quiet = await createTestApp({}, outside());
    await quiet.deps.queue.stop();
    const source = world.serve(path, image, "image/jpeg");
    const { show, writer, id } = await makeShown(source, quiet);
    const before = await show();
    for (const one of ofOthers(before.puckState)) expect(one).toMatch(pending);
    const row = await rowOf(source, quiet);
    await fetchImage.run(quiet.deps, { imageId: row?.imageId ?? "" });
    const after = await show();
    for (const one of ofOthers(after.puckState)) expect(one).toMatch(kept);

    expect(after.contentHash).toBe(before.contentHash);
    expect(describeChanges(before, after)).toEqual([]);
    const { puckState, contentHash } = before;
    const sentBack = { uniqueDocumentId: id, puckState };
    expect(await quiet.request(receiveDocument, { as: writer, body: sentBack })).toEqual(after);
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    const receipt = await quiet.request(approveDocument, { as: writer, params: { id }, body });
    expect(receipt).toMatchObject({ status: "APPROVED", contentHash, puckState: after.puckState });

    const [decision] = await quiet.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id));
    expect(ofOthers(decision?.page ?? { content: [] })).toEqual([source, source, source]);
    await quiet.close();
  });

  test("BLOCK-19 first seen by many at once is known once", async () => {
    const source = world.serve(path, image, "image/jpeg");
    const shown = await Promise.all(Array.from({ length: 4 }, () => makeShown(source)));
    const pages = await Promise.all(shown.map(({ show }) => show()));
    const ids = pages.flatMap(({ puckState }) => ofOthers(puckState).map((one) => one.split("/")[2]));
    expect(new Set(ids).size).toBe(1);
    await untilSettled(source);
    expect(asked()).toBe(1);
  });

  test("WORLD-1 BLOCK-19 of an imported document is fetched before it is first opened", async () => {
    const source = world.serve(path, image, "image/jpeg");
    const organizationId = unique("org");
    const content = pageOf(source.replace("https://", "")).content;
    const file = {
      worldVersion: 1,
      organizations: [{ organizationId, organizationName: organizationId, status: "ACTIVE" }],
      documents: [
        {
          organizationId,
          externalId: "P-1",
          name: "Loaded",
          documentType: "PROPOSAL",
          status: "PENDING",
          puckState: { root: {}, content },
        },
      ],
    };
    await loadWorld(app.deps, JSON.stringify(file));
    expect(await untilSettled(source)).toMatchObject({ width: 1200, height: 100, failure: null });
    expect(asked()).toBe(1);
  });
});

test("BLOCK-19 STUDIO-5 images of pages that an older version stored are fetched once the portal has started, with the newest texts of each client, by one job for all time", async () => {
  const first = await createTestApp({}, outside());
  const jobsOf = async (on: TestApp) => {
    const { rows } = await on.deps.database.pool.query<{ state: string }>(
      "select state from pgboss.job where name = 'register-stored-images-and-texts'",
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(() => jobsOf(first)).toEqual(["completed"]);
  const source = world.serve(path, image, "image/jpeg");
  const frozen = world.serve(`${path}.png`, image, "image/jpeg");
  const client = await makeDocument(first.db, { puckState: pageOf(source), pageSavedAt: new Date() });
  const older = { organizationId: client.organizationId, pageSavedAt: new Date("2026-01-01") };
  await makeDocument(first.db, { ...older, puckState: pageOf(source, "Long ago") });
  await makeTemplate(first.db, { page: pageOf(source, "Of a template") });
  const section = { sectionId: "cups", name: "Cups", madeBy: "Ada", madeAt: new Date() };
  await first.db.insert(sections).values({ ...section, page: pageOf(frozen, "Of a section") });
  const { uniqueDocumentId, organizationId } = await makeDocument(first.db, { status: "APPROVED" });
  await first.db.insert(documentDecisions).values({
    uniqueDocumentId,
    organizationId,
    decision: "APPROVED",
    decidedAt: new Date(),
    userName: "Ada Byron",
    userEmail: "ada@example.test",
    organizationName: "Harbour",
    contentHash: "0".repeat(64),
    page: pageOf(frozen),
  });
  expect(await rowOf(source, first), "what came later is not looked for").toBeUndefined();
  // As the older version left it.
  await first.deps.database.pool.query(
    "delete from pgboss.job where name = 'register-stored-images-and-texts'",
  );
  await first.stop();

  const upgraded = await createTestApp(first.variables, outside());
  for (const one of [source, frozen]) {
    expect(await untilSettled(one, upgraded)).toMatchObject({ width: 1200, failure: null });
  }
  await expect.poll(() => jobsOf(upgraded)).toEqual(["completed"]);
  const texts = await upgraded.db.select().from(imageTexts).orderBy(imageTexts.alt);
  expect(texts.map(({ alt }) => alt)).toEqual(["A cup", "A cup", "Of a section", "Of a template"]);
  await upgraded.stop();
  const again = await createTestApp(first.variables, outside());
  expect(await jobsOf(again)).toEqual(["completed"]);
  await again.stop();
  await first.close();
});

test("APPR-5 BLOCK-19 the PDF waits for the first try, and has the image in it", async () => {
  const source = world.serve(path, image, "image/jpeg");
  const { show, writer, id } = await makeShown(source);
  const { contentHash } = await show();
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params: { id }, body });
  const uri = async () => (await show()).documentSnapshots[0]?.uri;
  await expect.poll(uri).toBeDefined();
  const response = await app.rawRequest(`GET ${await uri()}`);
  const pdf = Buffer.from(await response.arrayBuffer()).toString("latin1");
  // As the JPEG that it is, not unpacked to its pixels.
  expect(pdf).toMatch(/\/Filter \/DCTDecode/);
  expect(pdf).toMatch(/\/Width 1200/);
});

test("BLOCK-9 BLOCK-14 YouTube's preview images are requested when a page is stored, and are on screen and in the PDF if available", async () => {
  const [known, unknown] = ["aqz-KE-bpKQ", "eRsGyueVLvQ"] as const;
  const kept = await storeImage(app.deps.files, await remakeImage(image, "first"));
  await app.db.insert(images).values({
    imageId: newImageId(),
    sourceUrl: thumbnailAddress(known),
    ...kept.image,
    triedAt: new Date(),
  });
  const writer = await makePerson(app.db);
  const urls = [known, unknown].map((id) => `https://youtu.be/${id}`);
  const content = [block("VideoGrid", { title: "At work", urls })];
  const page = { root: {}, content };
  const document = await makeDocument(app.db, { organizationId: writer.organizationId, puckState: page });
  await app.request(getDocument, { as: writer, params: { id: document.uniqueDocumentId } });
  expect(await rowOf(thumbnailAddress(unknown)), "to read a document asks for none").toBeUndefined();

  await app.db.transaction((tx) => registerImagesOfPages(tx, app.deps, [{ page, organizationId: null }]));
  expect(await rowOf(thumbnailAddress(unknown)), "to store it asks for it").toBeDefined();
  // No such host answers here: it is tried, and the poster of our own stays in its place.
  const findPrinted = () => findPrintedImages(app.db, page);
  await expect.poll(async () => isAnyImageUntried(await findPrinted())).toBe(false);
  const shown = await app.request(getDocument, { as: writer, params: { id: document.uniqueDocumentId } });
  expect(shown.puckState.content[0]?.props.urls).toEqual([
    expect.stringMatching(/#image=[\w-]{22}$/),
    urls[1],
  ]);
  const read = await readImagesForPrint(app.deps, await findPrinted());
  const html = printDocument(app.deps, { document, decision: null, logo: null }, page, read);
  expect(
    html.match(/<img src="data:image\/jpeg;base64,[^"]+" alt="" class="cp-video__thumbnail"/g),
  ).toHaveLength(1);
  for (const one of [known, unknown]) expect(html).toContain(`href="https://www.youtube.com/watch?v=${one}"`);
});

describe("an image that cannot be had", () => {
  test.each<[string, Uint8Array | Promise<Uint8Array>, RegExp]>([
    ["a web page called .jpg", Buffer.from("<html></html>"), /this kind of image/],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /this kind of image/],
    ["empty", Buffer.alloc(0), /empty/],
    ["of 40 megapixels", makePlain(8000, 5000).png().toBuffer(), /32 megapixels/],
    [
      "cut off",
      makeImage(300, 300)
        .png()
        .toBuffer()
        .then((bytes) => bytes.subarray(0, 9000)),
      /damaged/,
    ],
  ])("BLOCK-19 that is %s leaves its text, and is requested once", async (_what, bytes, why) => {
    const source = world.serve(path, await bytes);
    const { show } = await makeShown(source);
    await show();
    expect(await untilSettled(source)).toMatchObject({ sha256: null, failure: expect.stringMatching(why) });
    const { puckState } = await show();
    for (const one of ofOthers(puckState)) expect(one).toMatch(pending);
    expect(JSON.stringify(puckState)).not.toContain("images.test");
    expect(asked()).toBe(1);
  });

  test("BLOCK-19 on an address that is not public is refused, and nothing is connected to", async () => {
    const guarded = await createTestApp({}, createOutside());
    const source = world.serve(path, image).replace("images.test", "127.0.0.1");
    const { show } = await makeShown(source, guarded);
    await show();
    expect(await untilSettled(source, guarded)).toMatchObject({
      failure: "Its host isn't on the open internet.",
    });
    expect(asked()).toBe(0);
    await guarded.close();
  });

  test("BLOCK-19 whose host fails is tried again, and is there when the host is", async () => {
    let answers = 0;
    world.answer(path, (response) => {
      answers += 1;
      if (answers === 1) response.writeHead(503).end();
      else response.writeHead(200).end(image);
    });
    const source = world.address(path);
    await (await makeShown(source)).show();
    expect(await untilSettled(source)).toMatchObject({ width: 1200, attempts: 2, failure: null });
  });

  test(`BLOCK-19 is given up after ${MAX_ATTEMPTS} attempts`, async () => {
    world.answer(path, (response) => response.writeHead(500).end());
    const source = world.address(path);
    const quiet = await createTestApp({}, outside());
    await quiet.deps.queue.stop();
    await (await makeShown(source, quiet)).show();
    const imageId = (await rowOf(source, quiet))?.imageId ?? "";
    const run = () => fetchImage.run(quiet.deps, { imageId });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) await expect(run()).rejects.toThrow(/500/);
    await run();
    await run();
    expect(await rowOf(source, quiet)).toMatchObject({
      attempts: MAX_ATTEMPTS,
      failure: "Its host answered 500.",
    });
    expect(asked()).toBe(MAX_ATTEMPTS);
    await quiet.close();
  });
});

test("BLOCK-19 the job done again, also many times at once, changes nothing", async () => {
  const source = world.serve(path, image, "image/jpeg");
  await (await makeShown(source)).show();
  const row = await untilSettled(source);
  const imageId = row?.imageId ?? "";
  await Promise.all([1, 2, 3].map(() => fetchImage.run(app.deps, { imageId })));
  expect(await rowOf(source)).toEqual(row);
  expect(await app.db.select().from(imageFiles).where(eq(imageFiles.imageId, imageId))).toHaveLength(3);
  expect(asked()).toBe(1);
});

test.each(["while it is fetched", "when its bytes are stored"])(
  "BLOCK-19 a server that stops %s finishes it after its next start, once",
  async (moment) => {
    const first = await createTestApp({}, outside());
    await first.deps.queue.stop();
    const source = world.serve(path, image, "image/jpeg");
    await (await makeShown(source, first)).show();
    const imageId = (await rowOf(source, first))?.imageId ?? "";
    const broken = () => Promise.reject(new Error("The process ended here."));
    const cut =
      moment === "while it is fetched"
        ? { ...first.deps, outside: { fetch: broken } }
        : {
            ...first.deps,
            files: {
              ...first.deps.files,
              put: (bytes: Uint8Array) => first.deps.files.put(bytes).then(broken),
            },
          };
    await expect(fetchImage.run(cut, { imageId })).rejects.toThrow("ended here");
    await first.stop();
    const again = await createTestApp(first.variables, outside());
    expect(await untilSettled(source, again)).toMatchObject({ width: 1200, failure: null });
    expect(await again.db.select().from(imageFiles).where(eq(imageFiles.imageId, imageId))).toHaveLength(3);
    await again.stop();
    await first.close();
  },
);
