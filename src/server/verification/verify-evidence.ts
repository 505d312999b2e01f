import type { Outcome, ReportProgress } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { verifyNumbers } from "../documents/verify-numbers.ts";
import { verifyImages } from "../images/verify-images.ts";
import { verifyOlderInvoices } from "../invoices/verify-invoices.ts";
import { verifyPermissions } from "../permissions/verify-permissions.ts";
import { findOutsideChain, findUnproven } from "./find-unproven.ts";
import { findEnds, verifyChain } from "./verify-chains.ts";
import { verifyFiles } from "./verify-files.ts";

/** What was compared, each difference and what is worth knowing, as sentences. */
export type Compared = { checked: string; differences: string[]; notes: string[] };

/** Compares events with records and files with hashes, in small steps, beside a running portal. */
export async function compareEvidence(
  deps: Pick<Deps, "db" | "evidence" | "files">,
  report: ReportProgress,
): Promise<Compared> {
  const ends = await findEnds(deps.db);
  const all = ends.reduce((sum, { last }) => sum + (last ?? 0), 0);
  let events = 0;
  const differences: string[] = [];
  for (const end of ends) {
    const ofChain = await verifyChain(deps, end, (count) => {
      events += count;
      if (count > 0) report(`${events} of ${all} events compared`);
    });
    differences.push(...ofChain);
  }
  differences.push(...(await findUnproven(deps.db)));
  differences.push(...(await verifyPermissions(deps.db)));
  differences.push(...(await verifyOlderInvoices(deps.db)));
  differences.push(...(await verifyNumbers(deps)));
  differences.push(...(await verifyImages(deps.db)));
  let files = 0;
  const ofFiles = await verifyFiles(deps, (count) => {
    files += count;
    if (count > 0) report(`${files} files read`);
  });
  differences.push(...ofFiles);
  const checked = `${counted(events, "event")} in ${counted(ends.length, "chain")} and ${counted(files, "file")}`;
  return { checked, differences, notes: await findOutsideChain(deps.db) };
}

/** The outcome of `counterpart verify`. */
export function formatVerification({ checked, differences, notes }: Compared): Outcome {
  if (differences.length === 0) {
    const lines = notes.map((one) => `\n  ${one}`).join("");
    return { isGood: true, message: `Intact: ${checked} are as the portal kept them.${lines}` };
  }
  const found = counted(differences.length, "difference");
  const lines = [`Not intact: ${found} in ${checked}.`, ...differences, ...notes];
  return { isGood: false, message: lines.join("\n  ") };
}

export async function verifyEvidence(...given: Parameters<typeof compareEvidence>): Promise<Outcome> {
  return formatVerification(await compareEvidence(...given));
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
