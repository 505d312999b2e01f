import { eq } from "drizzle-orm";
import { NOT_ACCEPTED } from "#domain/invitations/invitation.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { limitsOfNetworks, spendAttempt } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { invitations } from "../schema/invitations.ts";
import { findReceivedInvitation, type InvitationRow, invitationHash, lockInvitation } from "./queries.ts";

const ACCEPTED_AN_HOUR = 100;

/** Counts an attempt to accept before its transaction begins. Throws AppError "rate-limited". */
export async function spendAccepting(
  deps: Pick<Deps, "database" | "clock">,
  { ipAddress }: Origin,
): Promise<void> {
  const limit = { key: "accept invitation", max: ACCEPTED_AN_HOUR, windowSeconds: 3600 };
  await spendAttempt(deps, limitsOfNetworks(ipAddress, limit));
}

/** The error for an unknown token. A token that a newer mail has replaced answers alike. */
export function unknownLink(): AppError {
  const message =
    "This link does not work, or not any more. If you have a newer mail from us, please use its link.";
  return new AppError("not-found", message);
}

/** Reads and locks the open invitation of a token, so that of two who accept it one comes second and is refused. */
export async function lockOpenInvitation(
  { tx, at }: Pick<Change, "tx" | "at">,
  deps: Pick<Deps, "secrets">,
  token: string,
): Promise<InvitationRow & { hasAccount: boolean }> {
  const tokenHash = invitationHash(deps, token);
  const invitation = await lockInvitation(tx, eq(invitations.tokenHash, tokenHash));
  const received = invitation && (await findReceivedInvitation(tx, tokenHash, at));
  if (!received) throw unknownLink();
  const { state, hasAccount } = received;
  if (state !== "open") throw new AppError("conflict", NOT_ACCEPTED[state], { reason: state });
  return { ...invitation, hasAccount };
}
