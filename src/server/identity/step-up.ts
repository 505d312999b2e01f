import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { settings } from "../schema/settings.ts";
import { reauthenticateInSession, type Self, type Way } from "./prove-self.ts";

declare const stepped: unique symbol;

/** How the person re-authenticated in this request; null: it was not required. Only stepUp makes one. */
export type SteppedUp = { confirmedBy: Way | null; readonly [stepped]: true };

type Requester = Self & { userProfileId: Id };

type StepUpRequest = {
  /** The organization that is acted for; null: the person themselves, who needs no step-up. */
  organizationId: Id | null;
  /** The header `step-up`. */
  proof: string | null;
};

/** Throws AppError "forbidden" if a step-up is required and this is no proof. Call it before the transaction. */
async function stepUp(
  deps: Deps,
  requester: Requester,
  { organizationId, proof }: StepUpRequest,
): Promise<SteppedUp> {
  const asPortal = withScope(deps, { role: "portal" });
  const { userProfileId } = requester;
  if (organizationId === null) return steppedUpBy(null);
  if (!(await isRequired(asPortal.db, { organizationId, userProfileId }))) return steppedUpBy(null);
  const { way, consume } = await reauthenticateInSession(
    asPortal,
    requester,
    proof,
    "Nothing was accepted or signed.",
  );
  await consume(asPortal.db);
  return steppedUpBy(way);
}

/** An acceptance or signature needs a step-up that was not demanded before. */
class StepUpNeeded extends AppError {
  constructor() {
    super(
      "conflict",
      "Acceptances and signatures must now be confirmed. Nothing was changed. Please try again.",
    );
  }
}

/** Runs a change without a proof first: if requireProof then finds the rule in force, it runs again with one. */
export async function withProof<Answer>(
  deps: Deps,
  caller: Requester,
  request: StepUpRequest,
  carryOut: (around: { prepare?: () => Promise<SteppedUp> }) => Promise<Answer>,
): Promise<Answer> {
  const prepare = () => stepUp(deps, caller, request);
  try {
    return await carryOut(request.proof === null ? {} : { prepare });
  } catch (error) {
    if (error instanceof StepUpNeeded) return carryOut({ prepare });
    throw error;
  }
}

/** Throws StepUpNeeded if the change requires a proof and stepUp, which ran before, had demanded none. */
export function requireProof(
  { confirmsAcceptance }: Pick<Change, "confirmsAcceptance">,
  before: SteppedUp | undefined,
): SteppedUp {
  const steppedUp = before ?? steppedUpBy(null);
  if (confirmsAcceptance && steppedUp.confirmedBy === null) throw new StepUpNeeded();
  return steppedUp;
}

/** requireProof of a person who acts for any organization of theirs, whose rules stay locked; null: for themselves. */
export async function requireProofFor(
  { tx, confirmsAcceptance: isRequiredOfAll }: Pick<Change, "tx" | "confirmsAcceptance">,
  organizationId: Id | null,
  before: SteppedUp | undefined,
): Promise<SteppedUp> {
  if (organizationId === null) return requireProof({ confirmsAcceptance: false }, before);
  const [rule] = await tx
    .select({ isRequired: organizations.confirmsAcceptance })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("share");
  return requireProof({ confirmsAcceptance: isRequiredOfAll || (rule?.isRequired ?? true) }, before);
}

function steppedUpBy(confirmedBy: SteppedUp["confirmedBy"]): SteppedUp {
  return { confirmedBy } as SteppedUp;
}

/** An organization of others is none here: whether it has the rule is not theirs to know. */
async function isRequired(
  reader: DbOrTx,
  { organizationId, userProfileId }: { organizationId: Id; userProfileId: Id },
): Promise<boolean> {
  const { confirmsAcceptance } = organizations;
  const { organizationId: ofId, userId } = organizationPermissions;
  const ofOrganization = reader
    .select({ confirmsAcceptance })
    .from(organizations)
    .innerJoin(organizationPermissions, eq(ofId, organizations.organizationId))
    .where(and(eq(organizations.organizationId, organizationId), eq(userId, userProfileId)));
  const rules = await ofOrganization.unionAll(
    reader.select({ confirmsAcceptance: settings.confirmsAcceptance }).from(settings),
  );
  return rules.some((rule) => rule.confirmsAcceptance);
}
