import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { expect, test } from "vitest";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { images } from "#server/schema/images.ts";
import { printPreview, printStoredPdfs } from "#tests/support/every-pdf.ts";
import { makeAdmin, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeImage } from "#tests/support/make-image.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");
app.log.allowErrors(/The logo cannot be read/);

/** A mail as its recipient gets it. */
async function send() {
  const to = `${unique("ada")}@example.test`;
  const brand = { ...app.deps.settings.now(), companyName: `Ember "&" Oak` };
  const words = composeMail(brand, { subject: "s", heading: "Hello", paragraphs: ["A sentence."] });
  await app.deps.mailer.send({ mailId: unique("mail"), to, ...words, attachments: [] });
  const folder = join(app.deps.env.dataDir, "mails");
  const name = (await readdir(folder)).find((one) => one.includes(to)) ?? "";
  const bytes = await readFile(join(folder, name));
  return { size: bytes.byteLength, mail: await PostalMime.parse(bytes) };
}

async function useLogo(bytes: Buffer): Promise<void> {
  const response = await app.rawRequest("POST /api/images", {
    as: owner,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  });
  const { data } = (await response.json()) as { data: { imageId: string } };
  await save({ logoImageId: data.imageId });
}

async function save(changes: { logoImageId: string | null }): Promise<void> {
  const asRead = await app.request(getSettings, { as: owner });
  await app.request(updateSettings, { as: owner, body: { asRead, settings: { ...asRead, ...changes } } });
  await app.deps.settings.refresh();
}

test("FIRST-1 a mail carries the company's logo as a small PNG of its own, with the company's name as its alt text", async () => {
  const plain = await send();
  expect(plain.mail.attachments).toEqual([]);
  expect(plain.mail.html).toContain("Ember &quot;&amp;&quot; Oak</td>");
  expect(plain.mail.html).not.toContain("<img");

  await useLogo(await makeImage(1200, 400).webp().toBuffer());
  const { mail, size } = await send();
  expect(mail.attachments).toMatchObject([
    { mimeType: "image/png", disposition: "inline", related: true, contentId: "<logo@127.0.0.1>" },
  ]);
  expect(mail.html).toContain('<img class="logo" src="cid:logo@127.0.0.1" alt="Ember &quot;&amp;&quot; Oak"');
  const image = await sharp(mail.attachments[0]?.content as ArrayBuffer).metadata();
  expect([image.format, image.width, image.height]).toEqual(["png", 288, 96]);
  expect(mail.html).toContain('width="144" height="48"');
  // Noise, which no compression makes smaller.
  expect(size).toBeLessThan(60_000);
  // The preview of the company's side shows the same, and asks no server for it.
  const preview = await app.deps.mailer.preview(mail.html?.replace(/<img[^>]*>/, "Name") ?? "");
  expect(preview).toContain('src="data:image/png;base64,');
});

/** The sizes in pixels of the pictures on each page of a PDF. */
async function picturesOf(pdf: Uint8Array): Promise<string[][]> {
  const { OPS } = await getResolvedPDFJS();
  const printed = await getDocumentProxy(pdf);
  const pages = Array.from({ length: printed.numPages }, async (_, index) => {
    const { fnArray, argsArray } = await (await printed.getPage(index + 1)).getOperatorList();
    return fnArray.flatMap((operation, at) => {
      if (operation !== OPS.paintImageXObject) return [];
      const [, width, height] = argsArray[at] as [string, number, number];
      return `${width} × ${height}`;
    });
  });
  return Promise.all(pages);
}

test("FIRST-8 every PDF carries the company's logo: accepted documents and signed copies with their certificates, invoices and previews", async () => {
  await useLogo(await makeImage(1200, 400).webp().toBuffer());
  const logo = "600 × 200";
  expect((await picturesOf(await printPreview(app)))[0]).toEqual([logo]);
  const { accepted, signed, invoice } = await printStoredPdfs(app);
  expect(await picturesOf(invoice)).toEqual([[logo]]);
  for (const pdf of [accepted, signed]) {
    const pages = await picturesOf(pdf);
    expect([pages.length > 1, pages[0], pages.at(-1)]).toEqual([true, [logo], [logo]]);
  }
  await save({ logoImageId: null });
  expect((await picturesOf(await printPreview(app))).flat()).toEqual([]);
});

test("FIRST-1 FIRST-8 a logo that was removed, and one whose bytes are lost, hold up no mail and no PDF", async () => {
  await useLogo(await makeImage(60, 60).png().toBuffer());
  expect((await send()).mail.attachments).toHaveLength(1);
  await save({ logoImageId: null });
  expect((await send()).mail.attachments).toEqual([]);

  await useLogo(await makeImage(61, 61).png().toBuffer());
  for (const { sha256 } of await app.db.select().from(images))
    if (sha256) await app.deps.files.remove(sha256);
  expect((await send()).mail.attachments).toEqual([]);
  expect((await picturesOf(await printPreview(app))).flat()).toEqual([]);
});
