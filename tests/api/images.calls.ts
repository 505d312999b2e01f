import type * as calls from "#contract/admin/images.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listPictures: () => ({}),
};
