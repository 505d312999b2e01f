import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A picture of noise, which does not get small when it is packed. */
export function makePicture(width: number, height: number): Sharp {
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

/** A picture of one colour: few bytes, however large. */
export function makePlain(width: number, height: number, background = "#0f6b5c"): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
}

/** A moving picture of two frames. */
export async function makeMoving(): Promise<Buffer> {
  const frames = await Promise.all(
    ["red", "blue"].map((colour) => makePlain(40, 30, colour).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** The same as a PNG: to a decoder that does not know of such, a still one. */
export async function makeMovingPng(): Promise<Buffer> {
  const still = await makePlain(40, 30).png().toBuffer();
  const control = Buffer.concat([Buffer.from("acTL"), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(8);
  sum.writeUInt32BE(crc32(control));
  const afterHeader = 33;
  return Buffer.concat([still.subarray(0, afterHeader), length, control, sum, still.subarray(afterHeader)]);
}
