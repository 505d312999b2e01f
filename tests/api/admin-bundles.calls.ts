import type * as calls from "#contract/admin/bundles.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  createSignatureBundleLinkAsAdmin: (ids) => ({ params: { id: ids.signedGeneralDocumentId } }),
  createBundleLinkAsAdmin: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
};
