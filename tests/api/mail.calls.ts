import type * as calls from "#contract/admin/mail.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = { listMails: () => ({}) };
