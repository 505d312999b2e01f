import type * as calls from "#contract/sessions.ts";
import { PASSWORD } from "#tests/support/factories.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";

export const pointed: PointedAt<typeof calls> = {
  listSessions: () => ({}),
  endSessions: ({ userProfileId }) => ({ body: { only: userProfileId }, ...PROVED }),
  changePassword: ({ userProfileId }) => ({
    body: { currentPassword: PASSWORD, newPassword: `owls of ${userProfileId}` },
  }),
};
