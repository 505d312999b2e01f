import { AppError } from "../app-error.ts";
import { copyDatabase } from "../backup/back-up.ts";
import type { RunCommand } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { inviteOwner } from "../invitations/print-owner-link.ts";
import { erasePerson } from "../people/erase-person.ts";
import { resetFactorByEmail, signOutByEmail } from "../people/reset-factor.ts";
import { verifyAnchor } from "../verification/verify-anchor.ts";
import { verifyEvidence } from "../verification/verify-evidence.ts";

/** Carries out the commands that also work beside a running portal. `publicUrl` is where people open it. */
export function runCommand(deps: Deps, publicUrl: string): RunCommand {
  const carryOut: RunCommand = async (command, report) => {
    if (command.command === "verify") return verifyEvidence(deps, report);
    if (command.command === "verify-anchor") return verifyAnchor(deps, command.anchor);
    if (command.command === "copy-database")
      return { message: await copyDatabase(deps.database, deps.env.dataDir), isGood: true };
    if (command.command === "erase-person") return erasePerson(deps, command.email);
    if (command.command === "reset-factor")
      return { message: await resetFactorByEmail(deps, command.email), isGood: true };
    if (command.command === "sign-out")
      return { message: await signOutByEmail(deps, command.email), isGood: true };
    const { companyName } = deps.settings.now();
    return { message: await inviteOwner(deps, command.email, { publicUrl, companyName }), isGood: true };
  };
  return async (command, report) => {
    try {
      return await carryOut(command, report);
    } catch (error) {
      if (error instanceof AppError && error.code === "conflict")
        return { message: error.message, isGood: false };
      throw error;
    }
  };
}
