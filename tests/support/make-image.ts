import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** An image of noise, which compression cannot shrink. */
export function makeImage(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 40 },
      background: "gray",
    },
  });
}

/** An image of one colour: few bytes at any size. */
export function makePlain(width: number, height: number, background = "#0f6b5c"): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
}

/** An animation of two frames. */
export async function makeMoving(): Promise<Buffer> {
  const frames = await Promise.all(
    ["red", "blue"].map((colour) => makePlain(40, 30, colour).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** The animation as a PNG. Decoders that do not know animated PNG see a still image. */
export async function makeMovingPng(): Promise<Buffer> {
  const still = await makePlain(40, 30).png().toBuffer();
  const control = Buffer.concat([Buffer.from("acTL"), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(8);
  sum.writeUInt32BE(crc32(control));
  const afterHeader = 33;
  return Buffer.concat([still.subarray(0, afterHeader), length, control, sum, still.subarray(afterHeader)]);
}
