import { eq } from "drizzle-orm";
import { type Change, type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { refuseIfOnOtherSide } from "../access/two-sides.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { lockAdmins } from "../account/queries.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { invitationAddress } from "./invitation-mail.ts";
import { addDays, newToken, refuseInvited, replaceOrAdd } from "./invite-person.ts";
import { invitationHash } from "./queries.ts";

const VALID_DAYS = 1;

type LinkDeps = ChangeDeps & Pick<Deps, "secrets" | "live">;

/**
 * Locks the company's people, and returns the text for the operator, who may make anybody an owner except clients'
 * members. The link is never logged.
 */
export async function inviteOwner(
  opened: Change,
  deps: LinkDeps,
  email: string,
  { publicUrl, companyName }: { publicUrl: string; companyName: string },
): Promise<string> {
  const role = await promoteToOwner(opened, deps, email);
  if (role === null) await refuseInvited(opened.tx, email, "company");
  if (role === "owner") return `${email} is an owner of ${companyName} already.`;
  if (role !== null)
    return `${email} was ${role === "editor" ? "an editor" : "a viewer"}, and is an owner of ${companyName} now.`;
  const link = await issueLink(opened, deps, { email, publicUrl });
  return `${email} becomes an owner of ${companyName} with this link. It works once, for 24 hours:\n${link}`;
}

/** The link for the first owner; null if the company has an admin. Each start prints a new one and voids the last. */
export async function firstOwnerLink(deps: LinkDeps, publicUrl: string): Promise<string | null> {
  return change(deps, PORTAL, async (opened) => {
    const admins = await lockAdmins(opened.tx);
    return admins.length > 0 ? null : issueLink(opened, deps, { email: null, publicUrl });
  });
}

/** Makes someone who works for the company an owner. Returns their role before; null for everybody else. */
async function promoteToOwner({ tx, record }: Change, deps: LinkDeps, email: string) {
  const admin = (await lockAdmins(tx)).find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (!admin) return null;
  const { userProfileId, adminRole } = admin;
  if (adminRole === "owner") return adminRole;
  await refuseIfOnOtherSide(tx, userProfileId, "company");
  await tx
    .update(userProfiles)
    .set({ adminRole: "owner" })
    .where(eq(userProfiles.userProfileId, userProfileId));
  const details = { from: adminRole, to: "owner" };
  await record({ action: "admin.change-role", subjectId: userProfileId, details });
  await publishPermission(tx, deps, null, userProfileId);
  return adminRole;
}

async function issueLink(
  { tx, at, record }: Change,
  deps: LinkDeps,
  { email, publicUrl }: { email: string | null; publicUrl: string },
): Promise<string> {
  const token = newToken();
  const { invitationId } = await replaceOrAdd(tx, email, {
    tokenHash: invitationHash(deps, token),
    adminRole: "owner",
    invitedByUserProfileId: null,
    sentAt: at,
    expiresAt: addDays(at, VALID_DAYS),
  });
  const details = { email, adminRole: "owner" };
  await record({ action: "invitation.print", subjectId: invitationId, details });
  return invitationAddress(publicUrl, token);
}
