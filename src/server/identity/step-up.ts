import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../organizations/tables.ts";
import { settings } from "../settings/tables.ts";
import { withScope } from "../wall/scoped-db.ts";
import { proveSelf, type Way } from "./prove-self.ts";

declare const stepped: unique symbol;

/** How somebody has shown in this request that it is them; null: nothing asked for it. Only stepUp makes one. */
export type SteppedUp = { confirmedBy: Way | null; readonly [stepped]: true };

type Asked = {
  /** The organization that is acted for; null: the person for themselves, which nothing asks for. */
  organizationId: Id | null;
  /** The header `step-up`. */
  proof: string | null;
};

/**
 * Throws AppError "forbidden" if the organization or the company wants people to show anew that it is them, and this
 * is no proof of it (prove-self.ts). It comes before the transaction that it is for, which therefore never begins
 * without it.
 */
export async function stepUp(
  deps: Deps,
  { authUserId }: { authUserId: string },
  { organizationId, proof }: Asked,
): Promise<SteppedUp> {
  const asPortal = withScope(deps, { role: "portal" });
  if (organizationId === null || !(await isAskedFor(asPortal.db, organizationId))) return made(null);
  const { way, spend } = await proveSelf(asPortal, authUserId, proof, "Nothing was accepted or signed.");
  await spend(asPortal.db);
  return made(way);
}

/** An acceptance is to be confirmed for which nobody has been asked to show that it is them. */
export class StepUpNeeded extends AppError {
  constructor() {
    super(
      "conflict",
      "It has just been required to confirm acceptances. Nothing was changed. Please try again.",
    );
  }
}

/**
 * Throws StepUpNeeded if a proof is asked for at the moment of the change and there is none: nothing asked for it
 * before (stepUp), whatever was sent.
 */
export function requireProof(
  { confirmsAcceptance }: Pick<Change, "confirmsAcceptance">,
  before: SteppedUp | undefined,
): SteppedUp {
  const steppedUp = before ?? made(null);
  if (confirmsAcceptance && steppedUp.confirmedBy === null) throw new StepUpNeeded();
  return steppedUp;
}

function made(confirmedBy: SteppedUp["confirmedBy"]): SteppedUp {
  return { confirmedBy } as SteppedUp;
}

async function isAskedFor(reader: Reader, organizationId: Id): Promise<boolean> {
  const { confirmsAcceptance } = organizations;
  const ofOrganization = reader
    .select({ confirmsAcceptance })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  const rules = await ofOrganization.unionAll(
    reader.select({ confirmsAcceptance: settings.confirmsAcceptance }).from(settings),
  );
  return rules.some((rule) => rule.confirmsAcceptance);
}
