import type * as calls from "#contract/bundles.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  createSignatureBundleLink: (ids) => ({ params: { id: ids.signedGeneralDocumentId } }),
  createBundleLink: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
};
