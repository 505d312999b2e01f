import type { PastedText } from "#domain/page/paste/read-paste.ts";
import { describeCame, describeLeftOut, type PasteReport } from "#domain/page/paste-report.ts";
import { showToast } from "#web/ui/toasts.tsx";

/** The texts of the clipboard, which only its event can read. */
export function readTexts(data: DataTransfer | null): PastedText {
  return { html: data?.getData("text/html") ?? "", text: data?.getData("text/plain") ?? "" };
}

/** Shows what came and what was left out, which is spoken too. Returns false if there was nothing. */
export function reportPaste(report: PasteReport): boolean {
  const came = describeCame(report);
  const text = describeLeftOut(report);
  if (came === "") return false;
  const isNothing = Object.values(report.came).every((count) => count === 0);
  showToast({ tone: isNothing ? "error" : "success", title: came, ...(text === "" ? {} : { text }) });
  return true;
}

/** Shows it for text pasted within a line only if other content came too or was left out. */
export function reportPastedText(report: PasteReport): void {
  const parts = Object.values(report.came).reduce((sum, count) => sum + count, 0);
  if (parts > 1 || describeLeftOut(report) !== "") reportPaste(report);
}
