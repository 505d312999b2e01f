import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { imageAddress } from "#domain/images/image-address.ts";
import { createLocalFileStore } from "#server/files/local-file-store.ts";
import { remakeImage, storeImage } from "#server/images/remake-image.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { imageFiles, images } from "#server/schema/images.ts";
import { sendAgain } from "#tests/support/factories.ts";
import { makeImage } from "#tests/support/make-image.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const WRITER = "writer@demo.test";
const OWNER = { email: "staff@demo.test", password: "counterpart-demo" };
const PROPOSAL = "/doc/online-store-and-wholesale-portal";
const LOST = "/images/lostimage_123456789012/1600#20x10";
const OUTSIDE = "https://images.invalid/cup.png";
const imageId = "keptimage_123456789012";

const remade = await remakeImage(await makeImage(2000, 1000).jpeg().toBuffer(), "one");
const log = pino({ level: "silent" });
const aside = await mkdtemp(join(tmpdir(), "counterpart-images-"));
const kept = await storeImage(createLocalFileStore(aside, log), remade);
await rm(aside, { recursive: true });
const { width, height } = remade;
const address = imageAddress({ imageId, size: { width, height } });
const block = (type: string, id: string, props: object) => ({ type, props: { id, ...props } });
const elsewhere = block("Image", "elsewhere", { src: OUTSIDE, alt: "A cup elsewhere" });
const puckState = {
  root: { props: {} },
  content: [
    block("Image", "kept", { src: address, alt: "A cup of ours" }),
    // Not of ours: browsers take a larger picture that they have already for a smaller one.
    block("Container", "box", { backgroundImage: LOST, content: [elsewhere] }),
    block("Container", "bare", { backgroundImage: OUTSIDE, content: [] }),
    // Their files are lost.
    block("CaseStudies", "lost", { cards: [{ title: "A tour of ours", image: LOST, colour: "#14213d" }] }),
    block("Container", "plain", {
      backgroundImage: LOST,
      backgroundColor: "#14213d",
      backgroundOpacity: 0.7,
      content: [block("Heading", "told", { text: "On the plain surface", textColor: "#ffffff" })],
    }),
  ],
};
const { portal, browser } = await startJourneys({
  async prepare(db) {
    await db.insert(images).values({ imageId, ...kept.image });
    // Registered like the images of a stored page.
    await db.insert(images).values({ imageId: "pendingimage_123456789", sourceUrl: OUTSIDE });
    await db.insert(imageFiles).values(kept.files.map((file) => ({ imageId, ...file })));
    await db
      .update(uniqueDocuments)
      .set({ puckState })
      .where(eq(uniqueDocuments.uniqueDocumentId, "doc-1042"));
    await sendAgain(db, "doc-1042");
  },
});
await storeImage(createLocalFileStore(portal.dataDir, log), remade);

// A page that contacts another host, or breaks its content policy, fails its test.
// The small one comes first: browsers take a larger picture that they have already for a smaller one.
test.each([
  [360, "480"],
  [1280, "960"],
])(
  "BLOCK-8 BLOCK-19 at %i px an image comes from here, %s wide, into room that was kept for it",
  async (width, chosen) => {
    const allowConsole = [/Failed to load resource.*404/];
    const page = await browser.openPage(PROPOSAL, { as: WRITER, width, allowConsole });
    const image = page.getByRole("img", { name: "A cup of ours" });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    const shown = await image.evaluate((element: HTMLImageElement) => ({
      source: new URL(element.currentSrc).pathname,
      ratio: element.clientWidth / element.clientHeight,
      isWithin: element.clientWidth <= (element.parentElement?.clientWidth ?? 0),
    }));
    expect(shown.source).toBe(`/images/${imageId}/${chosen}`);
    expect(shown.ratio).toBeCloseTo(2, 1);
    expect(shown.isWithin).toBe(true);
    expect(await page.getByText("Image: A cup elsewhere").isVisible()).toBe(true);
    expect(await page.content()).not.toContain("images.invalid");

    const card = page.getByRole("listitem").filter({ hasText: "A tour of ours" });
    await card.scrollIntoViewIfNeeded();
    await card.getByText("Image", { exact: true }).waitFor();
    expect(await card.locator("img").count(), "no broken sign").toBe(0);
    const plain = page.locator(".cp-container").filter({ hasText: "On the plain surface" });
    await expect.poll(() => plain.locator(".cp-container__image").count()).toBe(0);
  },
);

test("BLOCK-19 the built server takes an image of the company's people and serves it", async () => {
  const ask = (path: string, init: RequestInit) => fetch(new URL(path, portal.url), init);
  const signedIn = await ask("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { token: session } = (await signedIn.json()) as { token: string };
  const told = await ask("/api/auth/token", { headers: { authorization: `Bearer ${session}` } });
  const { token } = (await told.json()) as { token: string };
  const kept = await ask("/api/images", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: new Uint8Array(await makeImage(600, 400).png().toBuffer()),
  });
  const { data } = (await kept.json()) as { data: { address: string } };
  const served = await ask(data.address, {});
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);
});
