import { asc, gt, sql } from "drizzle-orm";
import type { Reader } from "../db/database.ts";
import { jsonOf, reading, type Told } from "../db/json-rows.ts";
import { imageFiles, images } from "../schema/images.ts";
import { isNamedImage } from "./image-id.ts";

const AT_ONCE = 1000;
const { width, sha256 } = imageFiles;
const FILE_COLUMNS = { width, sha256 };
const readFile = reading<{ width: number; sha256: string }>(FILE_COLUMNS);

/** A sentence for each uploaded image whose rows are not those that its id names. */
export async function verifyImages(reader: Reader): Promise<string[]> {
  const told: string[] = [];
  let after = "";
  for (;;) {
    const rows = await reader
      .select({
        image: images,
        files: sql<Told[] | null>`(select json_agg(${jsonOf(FILE_COLUMNS)}) from ${imageFiles}
          where ${imageFiles.imageId} = ${images.imageId})`,
      })
      .from(images)
      .where(gt(images.imageId, after))
      .orderBy(asc(images.imageId))
      .limit(AT_ONCE);
    for (const { image, files } of rows) {
      const shown = { ...image, files: (files ?? []).map(readFile) };
      if (!isNamedImage(image.imageId, shown))
        told.push(`The image ${image.imageId} is not the one that its address names.`);
    }
    const last = rows.at(-1);
    if (!last) return told;
    after = last.image.imageId;
  }
}
