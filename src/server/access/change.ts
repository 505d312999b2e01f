import type { Identification } from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import { type AuditAction, recordAudit } from "../audit/record.ts";
import type { Tx } from "../db/database.ts";
import { afterDeadlock } from "../db/database-failure.ts";
import type { Deps } from "../deps.ts";
import { type Attested, appendEvidence } from "../evidence/append-evidence.ts";
import { type Called, confirmCaller } from "./confirm-caller.ts";
import type { AnyCaller } from "./gates.ts";
import { claimKey, findAnswer, type KeyedRequest, storeAnswer } from "./idempotency.ts";
import { isBusy } from "./limiter.ts";

/** The portal itself, as the caller of jobs, the command line and sign-in. */
export const PORTAL = { who: "portal", keyed: null, confirm: null } as const;

/** `db` is in the scope of the caller (http/mount.ts), of the worker or of the portal: its transactions are too. */
export type ChangeDeps = Pick<Deps, "db" | "clock" | "links" | "limiter" | "evidence" | "settings">;

type Changer = AnyCaller | typeof PORTAL;

/** Visitors and the portal itself have no right that could be taken away. */
const UNCONFIRMED = {
  isByCompany: false,
  confirmsAcceptance: false,
  identifiedBy: null,
  issuerRecordId: null,
  called: null,
};

/** An open change: its transaction, its timestamp, and its audit trail. */
export type Change = {
  tx: Tx;
  at: Date;
  /** Whether the company or the caller's organization wants people who accept to re-authenticate. */
  confirmsAcceptance: boolean;
  /** With what the caller signed in; null: a visitor or the portal. */
  identifiedBy: Identification | null;
  /** The record of who added the issuer that signed the caller in; null: they signed in here. */
  issuerRecordId: Id | null;
  /** What a record calls its member now; null: a visitor or the portal. */
  called: Called | null;
  /** Adds an audit row with the change's caller and timestamp. The organization defaults to a member's own. */
  record(event: Action): Promise<void>;
  recordAll(events: readonly Action[]): Promise<void>;
  /** Adds evidence and returns each event's anchor. It locks the ends of the chains: call it after all other locks. */
  attest(...events: Attested[]): Promise<string[]>;
};

type Action = {
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
  /** The organization that a person signs for, whichever they act for: they must be one who decides for it. */
  signsFor?: Id | null;
};

/**
 * The only way to change something: one transaction confirms the caller, does the work and writes the audit row. A
 * repeated idempotency key returns the first answer. `run` may run again after a deadlock, so what it does outside
 * the transaction must bear a repetition.
 */
export async function change<Answer, Prepared = undefined>(
  deps: ChangeDeps,
  by: Changer,
  run: (change: Change, prepared: Prepared) => Promise<Answer>,
  { prepare, lockFirst, signsFor }: Around<Prepared> = {},
): Promise<Answer> {
  const { keyed, confirm } = by;
  const findEarlier = async () =>
    keyed && (prepare || confirm) ? findAnswer<Answer>(deps.db, deps, keyed, deps.clock()) : null;
  const answered = await findEarlier();
  if (answered) return answered.answer;
  let prepared: Prepared;
  try {
    await confirm?.();
    prepared = (await prepare?.()) as Prepared;
  } catch (error) {
    // The same request, sent at the same time, may have been carried out in the meantime.
    const concurrent = await findEarlier();
    if (concurrent) return concurrent.answer;
    throw error;
  }
  const carryOut = async (tx: Tx) => {
    await lockFirst?.(tx);
    const at = deps.clock();
    const isVisitorOrPortal = by.who === "portal" || by.who === "public";
    const { isByCompany, ...confirmed } = isVisitorOrPortal
      ? UNCONFIRMED
      : await confirmCaller(tx, by, at, { ...zoneOf(deps), signsFor });
    if (keyed && !(await claimKey(tx, keyed, at))) {
      const before = await findAnswer<Answer>(tx, deps, keyed, at);
      if (before) return before.answer;
    }
    const attest: Change["attest"] = (...events) => appendEvidence(tx, deps.evidence, at, events);
    const recorder = recorderOf(tx, by, { at, isByCompany });
    const answer = await run({ tx, at, attest, ...confirmed, ...recorder }, prepared);
    if (keyed) await storeAnswer(tx, keyed, answer);
    return answer;
  };
  const runInTransaction = () => afterDeadlock(() => deps.db.transaction(carryOut));
  try {
    return await ("organizationId" in by
      ? deps.limiter(by.organizationId, runInTransaction)
      : runInTransaction());
  } catch (error) {
    const concurrent = keyed && isBusy(error) ? await findConcurrentAnswer<Answer>(deps, by, keyed) : null;
    if (concurrent) return concurrent.answer;
    throw error;
  }
}

/** What the same request was answered, sent at the same time, while this one waited in vain for its turn or a lock. */
function findConcurrentAnswer<Answer>(deps: ChangeDeps, by: Changer, keyed: KeyedRequest) {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock();
    if (by.who !== "portal" && by.who !== "public") await confirmCaller(tx, by, at, zoneOf(deps));
    return findAnswer<Answer>(tx, deps, keyed, at);
  });
}

/** The zone of times in refusals. */
function zoneOf({ settings }: Pick<ChangeDeps, "settings">): { timeZone: string } {
  return { timeZone: settings.now().timeZone };
}

function recorderOf(
  tx: Tx,
  by: Changer,
  evidence: { at: Date; isByCompany: boolean },
): Pick<Change, "record" | "recordAll"> {
  const userProfileId = "userProfileId" in by ? by.userProfileId : null;
  const ownOrganizationId = "organizationId" in by ? by.organizationId : null;
  const recordAll: Change["recordAll"] = (events) =>
    recordAudit(
      tx,
      events.map(({ organizationId = ownOrganizationId, ...event }) => ({
        ...evidence,
        userProfileId,
        organizationId,
        ...event,
      })),
    );
  return { record: (event) => recordAll([event]), recordAll };
}
