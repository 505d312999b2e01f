import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeImage, makeMoving, makeMovingPng, makePlain } from "#tests/support/make-image.ts";
import { ImageRefusedError, MAX_IMAGE_BYTES, remakeImage } from "./remake-image.ts";

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const error = await remakeImage(bytes, "one").then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImageRefusedError)) throw error ?? new Error("It was taken.");
  expect(error.message).toMatch(/^[A-Z].+\.$/);
  // The decoder's own words help no one.
  expect(error.message).not.toMatch(/vips|heif|Huffman|premature/i);
  return error.reason;
}

const metadata = (bytes: Uint8Array) => sharp(bytes).metadata();

describe("an image", () => {
  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "that is %s is taken and made again",
    async (format) => {
      const remade = await remakeImage(await makeImage(200, 100).toFormat(format).toBuffer(), "one");
      expect(remade).toMatchObject({ width: 200, height: 100, original: { contentType: "image/jpeg" } });
      for (const { bytes } of remade.files)
        expect(await metadata(bytes)).toMatchObject({ format: "webp", width: 200, height: 100 });
    },
  );

  test("comes in widths of 480, 960 and 1600, and for paper in 2400", async () => {
    const remade = await remakeImage(await makeImage(3000, 1500).jpeg().toBuffer(), "one");
    const widths = await Promise.all(remade.files.map(async ({ bytes }) => (await metadata(bytes)).width));
    expect(widths).toEqual([480, 960, 1600]);
    expect(remade).toMatchObject({ width: 2400, height: 1200 });
    expect(await metadata(remade.original.bytes)).toMatchObject({ format: "jpeg", width: 2400 });
  });

  test("is turned upright, and what came with it is gone: place, camera, comments, profile", async () => {
    const exif = {
      IFD0: { Artist: "Wren Alder", Copyright: "secret" },
      IFD3: { GPSLatitude: "33/1 51/1 0/1" },
    };
    const sent = await makeImage(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await metadata(sent)).orientation).toBe(6);
    const remade = await remakeImage(sent, "one");
    expect(remade).toMatchObject({ width: 200, height: 300 });
    for (const bytes of [remade.original.bytes, ...remade.files.map((file) => file.bytes)]) {
      const { exif: exifKept, icc, xmp, iptc, orientation } = await metadata(bytes);
      expect({ exifKept, icc, xmp, iptc, orientation }).toEqual({});
      expect(Buffer.from(bytes).includes("Wren Alder")).toBe(false);
    }
  });

  test("that one can see through stays so; for paper it is PNG", async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0.5 };
    const sent = await sharp({ create: { width: 60, height: 60, channels: 4, background } })
      .png()
      .toBuffer();
    const remade = await remakeImage(sent, "one");
    expect(remade.original.contentType).toBe("image/png");
    expect(await metadata(remade.files[0]?.bytes ?? sent)).toMatchObject({ hasAlpha: true });
  });

  test.each([
    ["of 16 bits", () => makePlain(50, 50).toColourspace("rgb16").png().toBuffer()],
    ["in shades of grey", () => makePlain(50, 50).greyscale().png().toBuffer()],
    ["in the colours of print", () => makePlain(50, 50).toColourspace("cmyk").jpeg().toBuffer()],
  ])("%s keeps its look", async (_what, make) => {
    const remade = await remakeImage(await make(), "one");
    const { channels } = await sharp(remade.original.bytes).stats();
    const grey = _what.includes("grey");
    const [red = 0, green = 0] = channels.map((one) => one.mean);
    if (grey) expect(Math.abs(red - 92)).toBeLessThan(15);
    else expect([Math.abs(red - 15) < 25, Math.abs(green - 107) < 25]).toEqual([true, true]);
  });
});

/** The start of a HEIF file: its main brand, and those that it is compatible with. */
function heif(main: string, ...others: string[]): Buffer {
  const brands = Buffer.from(`ftyp${main}\0\0\0\0${others.join("")}`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(brands.byteLength + 4);
  return Buffer.concat([length, brands, Buffer.alloc(2000)]);
}

describe("what is no image that can be shown is refused with its reason", () => {
  const png = () => makeImage(300, 300).png().toBuffer();
  const jpeg = () => makeImage(300, 300).jpeg().toBuffer();
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>`;

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ["no bytes", () => new Uint8Array(), "empty"],
    ["a web page", () => Buffer.from("<!doctype html><script>alert(1)</script>"), "not-an-image"],
    ["a drawing in SVG", () => Buffer.from(SVG), "not-an-image"],
    ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj"), "not-an-image"],
    ["a program", () => Buffer.from("\x7fELF\x02\x01\x01"), "not-an-image"],
    ["a TIFF", () => makePlain(10, 10).tiff().toBuffer(), "not-an-image"],
    ["one byte", () => Buffer.from([0xff]), "not-an-image"],
    ["the beginning of a PNG", async () => (await png()).subarray(0, 20), "damaged"],
    ["half a PNG", async () => (await png()).subarray(0, 40_000), "damaged"],
    ["half a JPEG", async () => (await jpeg()).subarray(0, 8_000), "damaged"],
    ["half a WebP", async () => (await makeImage(300, 300).webp().toBuffer()).subarray(0, 3_000), "damaged"],
    [
      "a PNG's beginning and a web page",
      async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.from("<script>")]),
      "damaged",
    ],
    ["a JPEG that lacks its last bytes", async () => (await jpeg()).subarray(0, -400), "damaged"],
    ...[
      ["heic", "mif1"],
      ["mif1", "heic"],
      ["msf1", "hevc"],
      ["heix"],
      ["hevc", "mif1"],
      ["mif1", "miaf", "heix"],
    ].map(([main = "", ...others]): [string, () => Uint8Array, string] => [
      `an iPhone picture of the brands ${main} ${others.join(" ")}`,
      () => heif(main, ...others),
      "heic",
    ]),
    ["a moving AVIF", () => heif("avis", "avif", "avis", "msf1"), "animated"],
    ["a moving AVIF of a common brand", () => heif("msf1", "avis", "avif"), "animated"],
    ["another video", () => heif("isom", "mp41"), "not-an-image"],
    ["an animated image", makeMoving, "animated"],
    ["a moving PNG", makeMovingPng, "animated"],
    ["40 megapixels", () => makePlain(8000, 5000).png().toBuffer(), "too-many-pixels"],
    ["more bytes than are taken", () => Buffer.alloc(MAX_IMAGE_BYTES + 1, 0xff), "too-large"],
  ])("%s", async (_what, make, reason) => {
    expect(await refusalOf(await make())).toBe(reason);
  });

  test("a decompression bomb, some hundred kilobytes for 300 MB of pixels, by its header alone", async () => {
    const bomb = await makePlain(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    const before = process.memoryUsage.rss();
    const began = process.cpuUsage();
    expect(await refusalOf(bomb)).toBe("too-many-pixels");
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("of an animated image that a document names, the first frame is shown", async () => {
    const remade = await remakeImage(await makeMoving(), "first");
    expect(remade).toMatchObject({ width: 40, height: 30 });
    const { dominant } = await sharp(remade.original.bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
  });
});
