import { eq, inArray } from "drizzle-orm";
import type { Change } from "../access/change.ts";
import type { Actor } from "../access-records/access-event.ts";
import { findActingOwners } from "../account/queries.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { composeCompanyIssuer, type IssuerEvent } from "./issuer-mail.ts";

/** Those who can object to an issuer of the company are its other owners. */
export async function mailOwners(
  { tx, at }: Change,
  deps: Deps,
  { name, event, actor }: { name: string; event: IssuerEvent; actor: Actor },
): Promise<void> {
  const others = (await findActingOwners(tx)).filter((one) => one !== actor.userProfileId);
  const owners = await tx
    .select({ email: authUsers.email, userProfileId: userProfiles.userProfileId })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.authUserId))
    .where(inArray(userProfiles.userProfileId, others));
  const facts = { name, event, by: actor.name, at };
  const mail = composeCompanyIssuer(deps.settings.now(), deps.env.publicUrl, facts);
  for (const { email, userProfileId } of owners) {
    const about = { subjectId: userProfileId, organizationId: null };
    await queueMail(tx, deps, { to: email, about, ...mail }, null);
  }
}
