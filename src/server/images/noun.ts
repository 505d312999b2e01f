import * as calls from "#contract/admin/images.ts";
import { listRoute, type Route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import {
  add,
  CLIENT_ROLES,
  COMPANY,
  change,
  EVERY_ROW,
  OF_ORGANIZATION,
  partOf,
  see,
} from "../rls/row-rules.ts";
import { fetchImage } from "./fetch-image.job.ts";
import { listPictures } from "./list-pictures.ts";

export const noun: Noun = {
  actions: { documents: { "image.upload": "uploaded an image" } },
  jobs: [fetchImage],
  rows: {
    images: [
      see(CLIENT_ROLES, `organization_id is null or ${OF_ORGANIZATION}`),
      add(["worker"], "organization_id is null and sha256 is null"),
      change(["worker"], EVERY_ROW),
      ...COMPANY,
    ],
    image_files: [
      see(CLIENT_ROLES, partOf("images", "image_id", "image_files.image_id")),
      add(["worker"], EVERY_ROW),
      ...COMPANY,
    ],
    // Alt text may be written for one client.
    image_texts: [add(["worker"], EVERY_ROW), change(["worker"], EVERY_ROW, ["alt"]), ...COMPANY],
  },
};

export const routes: Route[] = [
  listRoute(calls.listPictures, ({ deps, query }) => listPictures(deps, query)),
];
