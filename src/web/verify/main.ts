import type { FormattedVerdict } from "#domain/evidence/formatted-verdict.ts";
import { MAX_VERIFIED_BYTES, type PortalKeys, verifyFile } from "#domain/evidence/verify-file.ts";

// The script of /verify. It sends nothing: the page's policy forbids every connection, also in a saved copy.

/** The portal's keys, when the page was made. */
const known = JSON.parse(find("#keys").textContent ?? "{}") as PortalKeys;
const chooser = find<HTMLInputElement>("#file");
const evidenceLine = find<HTMLInputElement>("#line");
const result = find("#result");
let newest = 0;

function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

function add(parent: HTMLElement, tag: string, text: string): void {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
}

type Shown = Omit<FormattedVerdict, "level"> & { level: FormattedVerdict["level"] | "busy" };

function show({ level, heading, sentences, facts }: Shown): void {
  result.replaceChildren();
  result.dataset.state = level;
  result.hidden = false;
  add(result, "h2", heading);
  for (const sentence of sentences) add(result, "p", sentence);
  if (facts.length === 0) return;
  const list = document.createElement("dl");
  for (const [term, value] of facts) {
    add(list, "dt", term);
    add(list, "dd", value);
  }
  result.append(list);
}

/** Shows why a file could not be verified. */
function unreadable(heading: string, sentence: string): Shown {
  return { level: "unread", heading, sentences: [sentence], facts: [] };
}

async function verify(file: File): Promise<void> {
  newest += 1;
  const mine = newest;
  show({ level: "busy", heading: `Reading ${file.name} …`, sentences: [], facts: [] });
  const verdict = await read(file);
  // Another file was chosen in the meantime.
  if (mine === newest) show(verdict);
}

async function read(file: File): Promise<Shown> {
  if (file.size > MAX_VERIFIED_BYTES)
    return unreadable("The file is too large", "No bundle and no PDF of the portal is larger than 256 MB.");
  try {
    const verdict = await verifyFile(new Uint8Array(await file.arrayBuffer()), known, {
      line: evidenceLine.value,
    });
    return { ...verdict, facts: [["File", file.name], ...verdict.facts] };
  } catch {
    return unreadable(
      "This browser could not verify the file",
      "It may be too old to know this kind of signature (Ed25519), or the file could not be opened. That says nothing about the file.",
    );
  }
}

function choose(files: FileList | null | undefined): void {
  const [file] = files ?? [];
  if (file) void verify(file);
}

if (globalThis.crypto?.subtle === undefined) {
  chooser.disabled = true;
  const sentence =
    "Browsers check signatures on https and in saved pages only. Save this page and open it from your computer.";
  show(unreadable("Save this page first", sentence));
} else {
  chooser.addEventListener("change", () => {
    choose(chooser.files);
    // Choosing the same file once more verifies it once more.
    chooser.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    choose(event.dataTransfer?.files);
  });
}
