import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/people.ts";
import { EMAIL_CHANGE_DAYS, EMAIL_IS_TAKEN, type ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { actorOn } from "../access-records/access-event.ts";
import { recordOfPerson } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { spendAttempt } from "../http/rate-limit.ts";
import { confirmSelf } from "../identity/prove-self.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { userProfiles } from "../schema/account.ts";
import { emailChanges } from "../schema/people.ts";
import { publishPerson } from "./correct-name.ts";
import { composeEmailChange } from "./email-change-mail.ts";
import { isEmailOfAnother, lockPerson, type ProfileRow, readManagedPerson } from "./queries.ts";

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;
const MAILS_AN_HOUR = 5;

/**
 * Mails a link to a person's new email, for an owner who has re-authenticated. The old email stays until
 * anyone who reads the new one confirms it.
 */
export async function changeEmail(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
  { newEmail, proof }: z.output<typeof calls.changeEmail.body> & { proof: string | null },
): Promise<ManagedPerson> {
  const limit = { key: `change email ${newEmail.toLowerCase()}`, max: MAILS_AN_HOUR, windowSeconds: 3600 };
  const prepare = async () => {
    await confirmSelf(deps, owner, proof);
    await spendAttempt(deps, [limit]);
  };
  return change(
    deps,
    owner,
    async (opened) => {
      const { tx, at, record } = opened;
      const person = await lockPerson(tx, userProfileId);
      if (person.email === newEmail) {
        throw new AppError("conflict", "This is the person's email already.", { reason: "same-email" });
      }
      if (await isEmailOfAnother(tx, newEmail, userProfileId)) {
        throw new AppError("conflict", EMAIL_IS_TAKEN, { reason: "email-taken" });
      }
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = new Date(at.getTime() + EMAIL_CHANGE_DAYS * DAY_MS);
      const tokenHash = hashEmailToken(deps, token);
      const requestedByUserProfileId = owner.userProfileId;
      const request = { newEmail, tokenHash, expiresAt, confirmedAt: null, requestedByUserProfileId };
      await tx
        .insert(emailChanges)
        .values({ userProfileId, ...request })
        .onConflictDoUpdate({ target: emailChanges.userProfileId, set: request });
      await storeEmails(tx, person, newEmail);
      await record({ action: "person.ask-new-email", subjectId: userProfileId, details: {} });
      await mailConfirmation(tx, deps, person, { newEmail, token, expiresAt });
      await publishPerson(tx, deps, userProfileId);
      const managed = await readManagedPerson(tx, userProfileId, at);
      await recordOfPerson(opened, deps, person, {
        kind: "request-email",
        newEmail,
        actor: actorOn(owner, userProfileId),
      });
      return managed;
    },
    { prepare },
  );
}

/** Rows that name an email of a person outlive the mails about its change, so the profile keeps all of them. */
async function storeEmails(tx: Tx, { userProfileId, email, formerEmails }: ProfileRow, newEmail: string) {
  const all = new Set([...formerEmails, email.toLowerCase(), newEmail.toLowerCase()]);
  await tx
    .update(userProfiles)
    .set({ formerEmails: [...all] })
    .where(eq(userProfiles.userProfileId, userProfileId));
}

/** Takes a new email back that no one has confirmed. */
export async function endEmailChange(deps: Deps, owner: Owner, userProfileId: Id): Promise<ManagedPerson> {
  return change(deps, owner, async ({ tx, at, record }) => {
    await lockPerson(tx, userProfileId);
    const ended = await tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.userProfileId, userProfileId), isNull(emailChanges.confirmedAt)))
      .returning({ userProfileId: emailChanges.userProfileId });
    if (ended.length > 0) {
      await record({ action: "person.end-new-email", subjectId: userProfileId, details: {} });
      await publishPerson(tx, deps, userProfileId);
    }
    return readManagedPerson(tx, userProfileId, at);
  });
}

export function hashEmailToken({ secrets }: Pick<Deps, "secrets">, token: string): string {
  return secrets.hash("email change", token);
}

type EmailChange = { newEmail: string; token: string; expiresAt: Date };

async function mailConfirmation(
  tx: Tx,
  deps: Deps,
  person: ProfileRow,
  { newEmail, token, expiresAt }: EmailChange,
): Promise<void> {
  const { email } = person;
  const request = { personName: displayName(person), email, newEmail, token, expiresAt };
  const mail = composeEmailChange(deps.settings.now(), deps.env.publicUrl, request);
  const about = { subjectId: person.userProfileId, organizationId: null };
  await queueMail(tx, deps, { to: newEmail, about, ...mail, carriesCode: true }, null);
}
