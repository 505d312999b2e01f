import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/sign-in-rules.ts";
import type { SignInRules } from "#domain/account/sign-in-rules.ts";
import { change } from "../access/change.ts";
import type { Writer } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { hasFactor, OWN_FACTOR_FIRST } from "../identity/require-factor.ts";
import { publishOrganization } from "../organizations/publish-organization.ts";
import { lockOrganization } from "../organizations/queries.ts";
import { organizations } from "../organizations/tables.ts";
import { withScope } from "../wall/scoped-db.ts";
import { findSignInRules, noOrganization } from "./queries.ts";

/** Changes the rules of the writer's organization. Its people's open pages meet them with their next call. */
export async function changeSignInRules(
  deps: Deps,
  writer: Writer,
  { organizationId, ...wanted }: z.output<typeof calls.changeSignInRules.body>,
): Promise<SignInRules> {
  // Members change no organization and see nobody's factor, so the portal does both for them.
  return change(withScope(deps, { role: "portal" }), writer, async ({ tx, record }) => {
    if (organizationId !== writer.organizationId) noOrganization();
    await lockOrganization(tx, organizationId);
    const before = await findSignInRules(tx, organizationId);
    if (isDeepStrictEqual(before, wanted)) return wanted;
    if (wanted.requiresFactor && !before.requiresFactor && !(await hasFactor(tx, writer.authUserId)))
      throw OWN_FACTOR_FIRST;
    await tx.update(organizations).set(wanted).where(eq(organizations.organizationId, organizationId));
    const details = { from: before, to: wanted };
    await record({ action: "organization.change-sign-in-rules", subjectId: organizationId, details });
    await publishOrganization(tx, deps, organizationId);
    return wanted;
  });
}
