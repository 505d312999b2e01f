import * as calls from "#contract/admin/images.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
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

const ACTIONS: Actions = {
  documents: {
    "image.upload": "uploaded an image",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
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
    // What a picture shows was said to one client.
    image_texts: [add(["worker"], EVERY_ROW), change(["worker"], EVERY_ROW, ["alt"]), ...COMPANY],
  },
};

export const routes: Route[] = [
  listRoute(calls.listPictures, ({ deps, query }) => listPictures(deps, query)),
];
