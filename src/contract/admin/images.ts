import { z } from "zod";
import { Id } from "#domain/id.ts";
import { Picture } from "#domain/images/picture.ts";
import { PICTURE_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineAdminCall } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";

export const listPictures = defineAdminCall("GET", "image/admin/list", "editor", {
  summary: "The company's pictures, uploaded or fetched for its pages, newest first, to be used again",
  query: listQuery(PICTURE_LIST_COLUMNS).safeExtend({
    organizationId: Id.optional().describe(
      "Whose documents' alternative texts are told, besides those of templates and sections.",
    ),
  }),
  reply: z.array(Picture),
  page: ListPage,
});
