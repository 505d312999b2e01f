import { eq } from "drizzle-orm";
import { UNNAMED_COMPANY } from "#domain/settings/unnamed-company.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { findSettingsRow } from "./queries.ts";

/** The record of the demo data that shows that a database holds it. */
export const DEMO_PERSON = "demo-writer";

/**
 * Whether the company has a name of its own: an owner has saved the settings, or the server's configuration has one.
 * The example name belongs to the demo's company.
 */
export async function isCompanyNamed(reader: DbOrTx, deps: Pick<Deps, "env">): Promise<boolean> {
  if (deps.env.brand.isCompanyNamed) return true;
  const { changedAt } = await findSettingsRow(reader, deps);
  if (changedAt.getTime() > 0) return true;
  return (await reader.$count(userProfiles, eq(userProfiles.userProfileId, DEMO_PERSON))) > 0;
}

/** Throws AppError "conflict" before anything is mailed under the example name. */
export async function requireCompanyName(reader: DbOrTx, deps: Pick<Deps, "env">): Promise<void> {
  if (!(await isCompanyNamed(reader, deps))) throw unnamedCompany();
}

function unnamedCompany(): AppError {
  return conflict(
    UNNAMED_COMPANY,
    "Your company has no name here yet, so nothing was sent. An owner enters it in Settings.",
  );
}
