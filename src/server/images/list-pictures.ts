import { and, getTableColumns, isNotNull, isNull, notLike, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/images.ts";
import type { Id } from "#domain/id.ts";
import { imageAddress } from "#domain/images/image-address.ts";
import type { PICTURE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { thumbnailAddress } from "#domain/page/video-source.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { images, imageTexts } from "../schema/images.ts";

/** What the organization's documents say of an image, or else templates and sections; empty: nothing yet. */
function textFor(organizationId: Id | undefined): SQL<string> {
  const { imageId, organizationId: ofOrganization, alt } = imageTexts;
  return sql`coalesce((select ${alt} from ${imageTexts} where ${imageId} = ${images.imageId}
    and (${ofOrganization} is null or ${ofOrganization} = ${organizationId ?? null})
    order by ${ofOrganization} nulls last limit 1), '')`;
}

function pictureList(text: SQL): List<(typeof PICTURE_LIST_COLUMNS)[number]> {
  return {
    path: calls.listPictures.path,
    from: sql`${images}`,
    id: images.imageId,
    defaultSort: images.createdAt,
    columns: { alt: computedTextColumn(text) },
  };
}

/** The company's own stored pictures; preview images of videos are none. */
const OWN_PICTURES = and(
  isNull(images.organizationId),
  isNotNull(images.sha256),
  or(isNull(images.sourceUrl), notLike(images.sourceUrl, thumbnailAddress("%"))),
);

/** The company's pictures, newest first. Alt text written for one client is never offered for another. */
export async function listPictures(
  deps: Deps,
  { organizationId, ...query }: z.output<typeof calls.listPictures.query>,
): Promise<ListAnswer<typeof calls.listPictures>> {
  const alt = textFor(organizationId);
  const selection = await readList(
    deps,
    pictureList(alt),
    { cursorAudience: "company", where: OWN_PICTURES },
    query,
  );
  const rows = await deps.db
    .select({ ...getTableColumns(images), alt })
    .from(images)
    .where(selection.where)
    .orderBy(...selection.orderBy);
  const data = rows.map(({ imageId, width, height, alt, createdAt }) => {
    const size = width === null || height === null ? null : { width, height };
    return { imageId, address: imageAddress({ imageId, size }), alt, createdAt: createdAt.toISOString() };
  });
  return { data, ...pageOf(selection) };
}
