import type * as calls from "#contract/admin/bundles.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  takeSignatureBundleAsAdmin: (ids) => ({ params: { id: ids.signedGeneralDocumentId } }),
  takeBundleAsAdmin: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
};
