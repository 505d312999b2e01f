import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/security.ts";
import { isLooser, type SignInRules } from "#domain/account/sign-in.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Writer } from "../access/gates.ts";
import { conflictError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { reauthenticateInSession, type SelfProof } from "../identity/prove-self.ts";
import { hasFactor, OWN_FACTOR_FIRST } from "../identity/require-factor.ts";
import { withScope } from "../rls/scoped-db.ts";
import { organizations } from "../schema/organizations.ts";
import { saveChange } from "./change-organization.ts";
import { lockOrganization, noOrganization } from "./queries.ts";

type Sent = z.output<typeof calls.changeSignInRules.body> & { proof: string | null };

/** Changes the rules, from the next call. Loosening needs a step-up: an unattended browser could switch it off. */
export async function changeSignInRules(
  deps: Deps,
  writer: Writer,
  { organizationId, proof, ...rules }: Sent,
): Promise<SignInRules> {
  // Members change no organization and see no one's factor, so the portal does both for them.
  const asPortal = withScope(deps, { role: "portal" });
  const prepare = async () => {
    const now = await findSignInRules(asPortal.db, writer.organizationId);
    return isLooser(now, rules) ? reauthenticateInSession(asPortal, writer, proof) : null;
  };
  const run = async (opened: Change, self: SelfProof | null) => {
    const { tx } = opened;
    if (organizationId !== writer.organizationId) noOrganization();
    await lockOrganization(tx, organizationId);
    const before = await findSignInRules(tx, organizationId);
    if (isDeepStrictEqual(before, rules)) return rules;
    if (rules.requiresFactor && !before.requiresFactor && !(await hasFactor(tx, writer.authUserId)))
      throw OWN_FACTOR_FIRST;
    if (isLooser(before, rules) && !self) throw conflictError("how people sign in");
    await self?.consume(tx);
    const details = { from: before, to: rules };
    await saveChange(opened, deps, organizationId, rules, "organization.change-sign-in-rules", details);
    return rules;
  };
  return change(asPortal, writer, run, { prepare });
}

export async function findSignInRules(reader: DbOrTx, organizationId: Id): Promise<SignInRules> {
  const [found] = await reader
    .select({
      requiresFactor: organizations.requiresFactor,
      confirmsAcceptance: organizations.confirmsAcceptance,
    })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return found ?? noOrganization();
}
