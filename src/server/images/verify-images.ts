import { asc, gt } from "drizzle-orm";
import type { DbOrTx } from "../db/database.ts";
import { images } from "../schema/images.ts";
import { isNamedImage } from "./image-id.ts";
import { findImageFiles } from "./queries.ts";

const BATCH_SIZE = 1000;

/** A sentence for each uploaded image whose rows are not those that its id names. */
export async function verifyImages(reader: DbOrTx): Promise<string[]> {
  const messages: string[] = [];
  let after = "";
  for (;;) {
    const rows = await reader
      .select()
      .from(images)
      .where(gt(images.imageId, after))
      .orderBy(asc(images.imageId))
      .limit(BATCH_SIZE);
    const ids = rows.map(({ imageId }) => imageId);
    const filesById = Map.groupBy(await findImageFiles(reader, ids), ({ imageId }) => imageId);
    for (const image of rows) {
      const shown = { ...image, files: filesById.get(image.imageId) ?? [] };
      if (!isNamedImage(image.imageId, shown))
        messages.push(`The image ${image.imageId} isn't the one that its address names.`);
    }
    const last = rows.at(-1);
    if (!last) return messages;
    after = last.imageId;
  }
}
