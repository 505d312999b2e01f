import { eq } from "drizzle-orm";
import { FactorCode } from "#domain/account/second-factor.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../organizations/tables.ts";
import { settings } from "../settings/tables.ts";
import { withScope } from "../wall/scoped-db.ts";
import { provePassword } from "./prove-password.ts";
import { hasFactor, limitWrongCodes, spendCode } from "./require-factor.ts";

declare const stepped: unique symbol;

/** How somebody has shown in this request that it is them; null: nothing asked for it. Only stepUp makes one. */
export type SteppedUp = { confirmedBy: "code" | "password" | null; readonly [stepped]: true };

type Asked = {
  /** The organization that is acted for; null: the person for themselves, which nothing asks for. */
  organizationId: Id | null;
  /** The header `step-up`. */
  proof: string | null;
};

const DEMANDS = {
  code: "Please enter a code of your second factor again. Nothing was accepted or signed.",
  password: "Please enter your password again. Nothing was accepted or signed.",
};

/**
 * Throws AppError "forbidden" if the organization or the company wants people to show anew that it is them, and this
 * is neither a code of theirs that was never used nor, without a second factor, their password. It comes before the
 * transaction that it is for, which therefore never begins without it.
 */
export async function stepUp(
  deps: Deps,
  { authUserId }: { authUserId: string },
  { organizationId, proof }: Asked,
): Promise<SteppedUp> {
  const asPortal = withScope(deps, { role: "portal" });
  if (organizationId === null || !(await isAskedFor(asPortal.db, organizationId))) return made(null);
  const way = (await hasFactor(asPortal.db, authUserId)) ? "code" : "password";
  if (proof === null) throw new AppError("forbidden", DEMANDS[way], { reason: "step-up", way });
  try {
    if (way === "password") await provePassword(asPortal, authUserId, proof);
    else await limitWrongCodes(asPortal, authUserId, () => isFresh(asPortal, authUserId, proof));
  } catch (error) {
    if (error instanceof AppError) throw error;
    deps.log.error(error, "Nobody can show that it is them, so nothing is accepted");
    throw new AppError(
      "unavailable",
      "We could not check that it is you, so nothing was accepted or signed. Please try again later.",
    );
  }
  return made(way);
}

function made(confirmedBy: SteppedUp["confirmedBy"]): SteppedUp {
  return { confirmedBy } as SteppedUp;
}

async function isFresh(deps: Deps, authUserId: string, proof: string): Promise<boolean> {
  const { data: code } = FactorCode.safeParse(proof);
  return code !== undefined && spendCode(deps.db, deps, authUserId, code);
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
