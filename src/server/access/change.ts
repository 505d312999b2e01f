import type { Id } from "#domain/id.ts";
import { type AuditAction, recordAudit } from "../audit/record.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { type Attested, appendEvidence } from "../evidence/append-evidence.ts";
import { confirmCaller } from "./confirm-caller.ts";
import type { AnyCaller } from "./gates.ts";
import { claimKey, findAnswer, keepAnswer } from "./idempotency.ts";

/** The portal itself, as the caller of jobs, the command line and sign-in. */
export const PORTAL = { who: "portal", keyed: null } as const;

export type ChangeDeps = Pick<Deps, "db" | "clock" | "links" | "turns" | "evidence">;

type Changer = AnyCaller | typeof PORTAL;

/** An open change: its transaction, its timestamp, and its audit trail. */
export type Change = {
  tx: Tx;
  at: Date;
  /** Adds an audit row with the change's caller and timestamp. The organization defaults to a member's own. */
  record(event: Deed): Promise<void>;
  recordAll(events: readonly Deed[]): Promise<void>;
  /**
   * Adds evidence. It locks the ends of the chains, so it comes after everything else that locks. Returns the anchor of
   * each event.
   */
  attest(...events: Attested[]): Promise<string[]>;
};

type Deed = {
  action: AuditAction;
  subjectId: Id;
  organizationId?: Id | null;
  details: Record<string, unknown>;
};

type Around<Prepared> = {
  /** Work before the transaction, such as limits and files; skipped for a repeated request. */
  prepare?: () => Promise<Prepared>;
  /** Locks that a change of rights takes before the caller's own right is read. */
  lockFirst?: (tx: Tx) => Promise<unknown>;
};

/**
 * The only way to change something: a transaction that confirms the caller, does the work and writes the audit row. A
 * repeated request with the same idempotency key gets its first answer, and nothing is done.
 */
export async function change<Answer, Prepared = undefined>(
  deps: ChangeDeps,
  by: Changer,
  work: (change: Change, prepared: Prepared) => Promise<Answer>,
  { prepare, lockFirst }: Around<Prepared> = {},
): Promise<Answer> {
  const { keyed } = by;
  const findFirst = async () =>
    keyed && prepare ? findAnswer<Answer>(deps.db, deps, keyed, deps.clock()) : null;
  const answered = await findFirst();
  if (answered) return answered.answer;
  let prepared: Prepared;
  try {
    prepared = (await prepare?.()) as Prepared;
  } catch (error) {
    // The same request, sent at the same time, may have been carried out meanwhile.
    const meanwhile = await findFirst();
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
  const inTransaction = () =>
    deps.db.transaction(async (tx) => {
      await lockFirst?.(tx);
      const at = deps.clock();
      const isVisitorOrPortal = by.who === "portal" || by.who === "public";
      const isByCompany = isVisitorOrPortal ? false : await confirmCaller(tx, by, at);
      if (keyed && !(await claimKey(tx, keyed, at))) {
        const before = await findAnswer<Answer>(tx, deps, keyed, at);
        if (before) return before.answer;
      }
      const attest = (...events: Attested[]) => appendEvidence(tx, deps.evidence, at, events);
      const answer = await work({ tx, at, attest, ...recorderOf(tx, by, { at, isByCompany }) }, prepared);
      if (keyed) await keepAnswer(tx, keyed, answer);
      return answer;
    });
  return "organizationId" in by ? deps.turns(by.organizationId, inTransaction) : inTransaction();
}

function recorderOf(
  tx: Tx,
  by: Changer,
  told: { at: Date; isByCompany: boolean },
): Pick<Change, "record" | "recordAll"> {
  const userProfileId = "userProfileId" in by ? by.userProfileId : null;
  const ownOrganizationId = "organizationId" in by ? by.organizationId : null;
  const recordAll: Change["recordAll"] = (events) =>
    recordAudit(
      tx,
      events.map(({ organizationId = ownOrganizationId, ...event }) => ({
        ...told,
        userProfileId,
        organizationId,
        ...event,
      })),
    );
  return { record: (event) => recordAll([event]), recordAll };
}
