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
