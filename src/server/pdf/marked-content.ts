/** What a page paints under one id of its structure, or, if `mcid` is null, outside of all of it. */
export type Marked = {
  mcid: number | null;
  /** The operator that begins it. */
  begin: string;
  body: string;
  /** Its glyphs, in their fonts; empty: it shows no text. */
  glyphs: string;
  /** Whether it paints anything. */
  isPainted: boolean;
};

// Chromium writes one operator a line, glyphs in hexadecimal, and no images among them. What it marks with an id lies
// in nothing else, and may contain ligatures with their letters as ActualText.
const BOUNDARY = /^(?:\/\S+ <<\/MCID (\d+) >>BDC|.*(?:BDC|BMC)|EMC)$/gm;
const GLYPHS = /^(?:\/\S+ \S+ Tf|.*T[jJ])$/gm;
const PAINTS = /(?:^|\s)(?:f\*?|F|[sS]|[bB]\*?|sh|Do|T[jJ])$/m;

/** The content stream of a page in its parts of marked content, in order. */
export function splitMarked(content: string): Marked[] {
  const parts: Marked[] = [];
  let begin = "";
  let mcid: number | null = null;
  let at = 0;
  let within = 0;
  const end = (to: number) => {
    const body = content.slice(at, to);
    const isPainted = PAINTS.test(body);
    const glyphs = isPainted && /T[jJ]$/m.test(body) ? glyphsOf(body) : "";
    if (mcid !== null || body !== "") parts.push({ mcid, begin, body, glyphs, isPainted });
  };
  for (const { 0: operator, 1: id, index } of content.matchAll(BOUNDARY)) {
    const isEnd = operator === "EMC";
    if (id === undefined && !isEnd) within += 1;
    else if (isEnd && within > 0) within -= 1;
    else {
      end(index);
      begin = isEnd ? "" : operator;
      mcid = id === undefined ? null : Number(id);
      at = index + operator.length + 1;
    }
  }
  end(content.length);
  return parts;
}

function glyphsOf(body: string): string {
  return [...body.matchAll(GLYPHS)].map(([line]) => line.replace(/^.*Td /, "")).join("\n");
}

/** The content stream again. What it paints for no one who is read to becomes an artifact. */
export function joinMarked(parts: readonly Marked[], isRead: (mcid: number) => boolean): string {
  return parts
    .map(({ mcid, begin, body, isPainted }) => {
      if (mcid !== null && isRead(mcid)) return `${begin}\n${body}EMC\n`;
      return isPainted ? `/Artifact BMC\n${body}EMC\n` : body;
    })
    .join("");
}
