/** Headings below the document's name, which is the h1. */
const HEADING = /<h([2-6])(\s[^>]*)?>(.*?)<\/h\1>/gs;
/** The certificate, of whose headings only the first is in the contents. */
const CERTIFICATE = '<section class="cp-acceptance';
/** More entries than this are left to the bookmarks, from the lowest level on. */
const MAX_ENTRIES = 90;
const LETTERS_OF_PAGE = 1500;

type Entry = { id: string; level: number; title: string };

/** Whether a document probably has eight pages or more, before it is printed. */
export function isLikelyLong(html: string): boolean {
  const body = html.slice(html.indexOf("<main"));
  return body.replaceAll(/<[^>]*>/g, "").length > 8 * LETTERS_OF_PAGE;
}

/**
 * The document with its contents between its head and its text. Without `numbers` they are as long, so that nothing
 * moves. Null: it has too few headings.
 */
export function addContents(html: string, numbers?: ReadonlyMap<string, number>): string | null {
  const start = html.indexOf("<main");
  if (start === -1) return null;
  const found: Entry[] = [];
  const certificateAt = html.indexOf(CERTIFICATE, start);
  const body = html
    .slice(start)
    .replace(HEADING, (whole, level: string, attributes = "", text: string, at: number) => {
      const title = text
        .replaceAll(/<br\s*\/?>/g, " ")
        .replaceAll(/<[^>]*>/g, "")
        .trim();
      const isOfCertificate = certificateAt !== -1 && start + at > certificateAt;
      if (title === "" || (isOfCertificate && level !== "2")) return whole;
      const id = `contents-${found.length + 1}`;
      found.push({ id, level: Number(level), title });
      return `<h${level}${attributes}><span id="${id}" class="cp-contents__place"></span>${text}</h${level}>`;
    });
  const entries = withoutLowest(found);
  if (entries.length < 2) return null;
  return html.slice(0, start) + contents(entries, numbers) + body;
}

function withoutLowest(found: Entry[]): Entry[] {
  let entries = found.filter(({ level }) => level <= 4);
  for (let most = 3; entries.length > MAX_ENTRIES && most >= 2; most -= 1)
    entries = entries.filter(({ level }) => level <= most);
  return entries;
}

/** Titles are text of the document's own HTML, so they are escaped. */
function contents(entries: readonly Entry[], numbers: ReadonlyMap<string, number> | undefined): string {
  const items = entries.map(({ id, level, title }) => {
    const number = numbers ? (numbers.get(id) ?? "") : 0;
    return (
      `<li class="cp-contents__entry cp-contents__entry--${level}"><a href="#${id}">` +
      `<span dir="auto" class="cp-contents__title">${title}</span> <span class="cp-contents__page">${number}</span></a></li>`
    );
  });
  return `<nav class="cp-contents"><h2>Contents</h2><ol>${items.join("")}</ol></nav>`;
}
