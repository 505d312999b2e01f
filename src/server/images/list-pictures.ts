import { and, isNotNull, isNull, notLike, or, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/images.ts";
import { imageAddress } from "#domain/images/image-address.ts";
import type { PICTURE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { thumbnailAddress } from "#domain/page/video-source.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { type List, plainText } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { images } from "./tables.ts";

const PICTURE_LIST: List<(typeof PICTURE_LIST_COLUMNS)[number]> = {
  path: calls.listPictures.path,
  from: sql`${images}`,
  id: images.imageId,
  recent: images.createdAt,
  columns: { alt: plainText(images.alt) },
};

/** The company's own stored pictures; preview images of videos are none. */
const OWN_PICTURES = and(
  isNull(images.organizationId),
  isNotNull(images.sha256),
  or(isNull(images.sourceUrl), notLike(images.sourceUrl, thumbnailAddress("%"))),
);

/** The company's pictures, newest first, all or one page. */
export async function listPictures(
  deps: Deps,
  query: z.output<typeof calls.listPictures.query>,
): Promise<ListAnswer<typeof calls.listPictures>> {
  const slice = await readList(deps, PICTURE_LIST, { owner: "company", where: OWN_PICTURES }, query);
  const rows = await deps.db
    .select()
    .from(images)
    .where(slice.where)
    .orderBy(...slice.orderBy);
  const data = rows.map(({ imageId, width, height, alt, createdAt }) => {
    const size = width === null || height === null ? null : { width, height };
    return { imageId, address: imageAddress({ imageId, size }), alt, createdAt: createdAt.toISOString() };
  });
  return { data, ...pageOf(slice) };
}
