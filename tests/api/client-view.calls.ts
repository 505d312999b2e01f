import type * as calls from "#contract/admin/client-view.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  openClientView: ({ organizationId }) => ({ params: { id: organizationId } }),
};
