import type { Outcome, ReportProgress } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { verifyNumbers } from "../documents/verify-numbers.ts";
import { verifyImages } from "../images/verify-images.ts";
import { verifyOlderInvoices } from "../invoices/verify-invoices.ts";
import { verifyPermissions } from "../permissions/verify-permissions.ts";
import { findOutsideChain, findUnproven } from "./find-unproven.ts";
import { findEnds, verifyChain } from "./verify-chains.ts";
import { verifyFiles } from "./verify-files.ts";

/** Compares events with records and files with hashes, in small steps, beside a running portal. */
export async function verifyEvidence(
  deps: Pick<Deps, "db" | "evidence" | "files">,
  report: ReportProgress,
): Promise<Outcome> {
  const ends = await findEnds(deps.db);
  const all = ends.reduce((sum, { last }) => sum + (last ?? 0), 0);
  let events = 0;
  const messages: string[] = [];
  for (const end of ends) {
    const differences = await verifyChain(deps, end, (count) => {
      events += count;
      if (count > 0) report(`${events} of ${all} events compared`);
    });
    messages.push(...differences);
  }
  messages.push(...(await findUnproven(deps.db)));
  messages.push(...(await verifyPermissions(deps.db)));
  messages.push(...(await verifyOlderInvoices(deps.db)));
  messages.push(...(await verifyNumbers(deps)));
  messages.push(...(await verifyImages(deps.db)));
  let files = 0;
  const ofFiles = await verifyFiles(deps, (count) => {
    files += count;
    if (count > 0) report(`${files} files read`);
  });
  messages.push(...ofFiles);
  const checked = `${counted(events, "event")} in ${counted(ends.length, "chain")} and ${counted(files, "file")}`;
  const outside = await findOutsideChain(deps.db);
  const notes = outside.map((one) => `\n  ${one}`).join("");
  if (messages.length === 0)
    return { isGood: true, message: `Intact: ${checked} are as the portal kept them.${notes}` };
  const found = messages.length === 1 ? "1 difference" : `${messages.length} differences`;
  const lines = [`Not intact: ${found} in ${checked}.`, ...messages, ...outside];
  return { isGood: false, message: lines.join("\n  ") };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
