import { AppError } from "../app-error.ts";
import { copyDatabase } from "../backup/back-up.ts";
import type { RunCommand } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { erasePerson } from "../people/erase-person.ts";
import { resetFactorByEmail, signOutByEmail } from "../people/reset-factor.ts";
import { admitOwner } from "../single-sign-on/require-issuer.ts";
import { verifyAndStore } from "../verification/store-verification.ts";
import { verifyAnchor } from "../verification/verify-anchor.ts";

/** Executes the commands that also work beside a running portal. `publicUrl` is where people open it. */
export function runCommand(deps: Deps, publicUrl: string): RunCommand {
  const execute: RunCommand = async (request, report) => {
    if ("anchor" in request) return verifyAnchor(deps, request.anchor);
    if (request.command === "verify") return verifyAndStore(deps, report);
    if (!("email" in request))
      return { message: await copyDatabase(deps.database, deps.env.dataDir), isGood: true };
    const { command, email } = request;
    if (command === "erase-person") return erasePerson(deps, email);
    if (command === "reset-factor") return { message: await resetFactorByEmail(deps, email), isGood: true };
    if (command === "sign-out") return { message: await signOutByEmail(deps, email), isGood: true };
    const { companyName } = deps.settings.now();
    return { message: await admitOwner(deps, email, { publicUrl, companyName }), isGood: true };
  };
  return async (command, report) => {
    try {
      return await execute(command, report);
    } catch (error) {
      if (error instanceof AppError && error.code === "conflict")
        return { message: error.message, isGood: false };
      throw error;
    }
  };
}
