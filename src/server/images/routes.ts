import * as calls from "#contract/admin/images.ts";
import { listRoute, type Route } from "../http/route.ts";
import { listPictures } from "./list-pictures.ts";

export const imageRoutes: Route[] = [
  listRoute(calls.listPictures, ({ deps, query }) => listPictures(deps, query)),
];
