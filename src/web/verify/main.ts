import { readAnchor } from "#domain/evidence/anchor.ts";
import { tellVerdict } from "#domain/evidence/bundle/tell-verdict.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";

// The script of /verify. It sends nothing: the page's policy forbids every connection, also in a saved copy.

const LARGEST_BYTES = 256 * 1024 * 1024;

/** The portal's keys, when the page was made. */
const { keys } = JSON.parse(find("#keys").textContent ?? "{}") as { keys: string[] };
const chooser = find<HTMLInputElement>("#file");
const line = find<HTMLInputElement>("#line");
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

function show(
  state: string,
  heading: string,
  sentences: readonly string[],
  facts: [string, string][] = [],
): void {
  result.replaceChildren();
  result.dataset.state = state;
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

async function verify(file: File): Promise<void> {
  newest += 1;
  const mine = newest;
  show("busy", `Reading ${file.name} …`, []);
  const told = await judge(file);
  // Another file was chosen meanwhile.
  if (mine === newest) show(...told);
}

async function judge(file: File): Promise<Parameters<typeof show>> {
  const typed = line.value.trim();
  const anchor = typed === "" ? null : readAnchor(typed);
  if (typed !== "" && !anchor)
    return [
      "bad",
      "The line cannot be read",
      ["It begins with “evidence:”. Copy it whole, or leave the field empty."],
    ];
  if (file.size > LARGEST_BYTES)
    return ["bad", "Refused: the file is too large", ["A bundle is never larger than 256 MB."]];
  try {
    const verdict = await verifyBundle(new Uint8Array(await file.arrayBuffer()), { keys, anchor });
    const { heading, sentences, facts } = tellVerdict(verdict);
    return [verdict.outcome === "intact" ? "good" : "bad", heading, sentences, facts];
  } catch {
    const says =
      "It may be too old to know this kind of signature (Ed25519), or the file could not be opened. Nothing is said about the file by that.";
    return ["bad", "This browser could not verify the file", [says]];
  }
}

function choose(files: FileList | null | undefined): void {
  const [file] = files ?? [];
  if (file) void verify(file);
}

if (globalThis.crypto?.subtle === undefined) {
  chooser.disabled = true;
  const says =
    "Browsers check signatures on https and in saved pages only. Save this page and open it from your computer.";
  show("bad", "Save this page first", [says]);
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
