import type { Outcome } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { verifyNumbers } from "../documents/verify-numbers.ts";
import { verifyImages } from "../images/verify-images.ts";
import { verifyOlderInvoices } from "../invoices/verify-invoices.ts";
import { verifyPermissions } from "../permissions/verify-permissions.ts";
import { findOutsideChain, findUnproven } from "./find-unproven.ts";
import { findEnds, verifyChain } from "./verify-chains.ts";
import { verifyFiles } from "./verify-files.ts";

/**
 * Compares every event of every chain with its record, every record with its event, and every stored file with its
 * hash, in small steps, so that a running portal goes on. `tell` hears how far it is.
 */
export async function verifyEvidence(
  deps: Pick<Deps, "db" | "evidence" | "files">,
  tell: (progress: string) => void,
): Promise<Outcome> {
  const ends = await findEnds(deps.db);
  const all = ends.reduce((sum, { last }) => sum + (last ?? 0), 0);
  let events = 0;
  const told: string[] = [];
  for (const end of ends) {
    const differences = await verifyChain(deps, end, (count) => {
      events += count;
      if (count > 0) tell(`${events} of ${all} events compared`);
    });
    told.push(...differences);
  }
  told.push(...(await findUnproven(deps.db)));
  told.push(...(await verifyPermissions(deps.db)));
  told.push(...(await verifyOlderInvoices(deps.db)));
  told.push(...(await verifyNumbers(deps)));
  told.push(...(await verifyImages(deps.db)));
  let files = 0;
  const ofFiles = await verifyFiles(deps, (count) => {
    files += count;
    if (count > 0) tell(`${files} files read`);
  });
  told.push(...ofFiles);
  const checked = `${counted(events, "event")} in ${counted(ends.length, "chain")} and ${counted(files, "file")}`;
  const outside = await findOutsideChain(deps.db);
  const notes = outside.map((one) => `\n  ${one}`).join("");
  if (told.length === 0)
    return { isGood: true, said: `Intact: ${checked} are as the portal kept them.${notes}` };
  const found = told.length === 1 ? "1 difference" : `${told.length} differences`;
  return { isGood: false, said: [`Not intact: ${found} in ${checked}.`, ...told, ...outside].join("\n  ") };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
