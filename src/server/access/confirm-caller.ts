import { sql } from "drizzle-orm";
import { type Caller, refuseAccess } from "#domain/access/access.ts";
import { refuseDecision } from "#domain/access/two-sides.ts";
import type { Identification } from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { APP } from "../schema/identity.ts";
import { type AnyCaller, type Anyone, notDeciding } from "./gates.ts";
import { calledOf, type KnownPerson, toCaller } from "./read-person.ts";

/** A caller with a right that can be taken away: everybody except visitors. */
type Entitled = Exclude<AnyCaller, Anyone>;

/** What a record calls a member at the moment of the change. */
export type Called = ReturnType<typeof calledOf>;

/** The result of counterpart_confirm_caller (rls/functions.ts). */
type Confirmed = Omit<KnownPerson, "sessionId"> & {
  confirmsAcceptance: boolean;
  madeWith: string | null;
  decisionsHeldUntil: Date | string | null;
  issuerRecordId: Id | null;
};

const FACTOR_REQUIRED = new AppError(
  "forbidden",
  "Two-step sign-in is required of you now. Nothing was changed.",
  { reason: "factor-required" },
);

/**
 * Confirms inside the transaction that the caller still may make the call, and returns what a change needs of them.
 * Session, role, permission and organization stay locked until the transaction ends, so a removal comes entirely
 * before or after. With `signsFor`, a writer of that organization must also be a signatory.
 */
export async function confirmCaller(
  tx: Tx,
  caller: Entitled,
  at: Date,
  { timeZone, signsFor = null }: { timeZone: string; signsFor?: Id | null },
): Promise<{
  isByCompany: boolean;
  confirmsAcceptance: boolean;
  identifiedBy: Identification | null;
  issuerRecordId: Id | null;
  called: Called | null;
}> {
  const { sessionId, authUserId } = caller;
  const permissionId = "organizationPermissionId" in caller ? caller.organizationPermissionId : null;
  const isAdmin = "role" in caller;
  const decidesFor = caller.who === "signatory" ? caller.organizationId : signsFor;
  const { rows } = await tx.execute<Confirmed>(
    sql`select * from counterpart_confirm_caller(${sessionId}, ${authUserId}, ${permissionId}, ${isAdmin}, ${decidesFor}, ${at.toISOString()})`,
  );
  const [row = null] = rows;
  const confirmed = policyCaller(caller, row);
  const mayWrite = confirmed.permissionType === "write";
  const refusal =
    refuseAccess(caller.who, confirmed) ?? (signsFor !== null && mayWrite ? refuseDecision(confirmed) : null);
  if (refusal !== null) throw refusalError(refusal, confirmed.decisionsHeldUntil, timeZone);
  return {
    isByCompany: confirmed.adminRole !== null,
    confirmsAcceptance: row?.confirmsAcceptance ?? false,
    identifiedBy: row ? identificationOf(row) : null,
    issuerRecordId: row?.issuerRecordId ?? null,
    called: row ? calledOf(row) : null,
  };
}

function policyCaller(caller: Entitled, row: Confirmed | null): Caller {
  const activeOrganizationId = "organizationId" in caller ? caller.organizationId : null;
  const heldUntil = row?.decisionsHeldUntil ? new Date(row.decisionsHeldUntil) : null;
  return toCaller(row && { ...row, activeOrganizationId }, heldUntil);
}

type Refusal = NonNullable<ReturnType<typeof refuseAccess> | ReturnType<typeof refuseDecision>>;

function refusalError(refusal: Refusal, decisionsHeldUntil: Date | null, timeZone: string): AppError {
  if (refusal === "unauthenticated")
    return new AppError("unauthenticated", "Your sign-in has just ended. Nothing was changed.");
  if (refusal === "factor-required") return FACTOR_REQUIRED;
  if (refusal === "works-for-company" || refusal === "decisions-held")
    return notDeciding(refusal, decisionsHeldUntil, timeZone);
  const message = "Your permission to do this has just been removed. Nothing was changed.";
  return new AppError("forbidden", message, { reason: "permission-gone" });
}

/** The session of a passkey has its id, and APP stands for a code. */
function identificationOf({ madeWith, issuerRecordId }: Confirmed): Identification {
  if (issuerRecordId !== null) return madeWith === APP ? "single-sign-on-and-code" : "single-sign-on";
  if (madeWith === null) return "password";
  return madeWith === APP ? "password-and-code" : "passkey";
}
