const SAVE_IN_EXCEL =
  "In Excel choose File, Save As, “CSV UTF-8 (Comma delimited)”, and choose that file here.";

type Kind = { starts: readonly number[]; has?: string; sentence: string };

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Files that are no CSV, whatever their names end with. Of those with the same start the first that fits. */
const KINDS: readonly Kind[] = [
  { starts: ZIP, has: "word/", sentence: tableOf("a Word document") },
  { starts: ZIP, has: "ppt/", sentence: tableOf("a presentation") },
  // The list that each Office file begins with; what is left of them are workbooks.
  {
    starts: ZIP,
    has: "[Content_Types].xml",
    sentence: `This is an Excel workbook, not a CSV file. ${SAVE_IN_EXCEL}`,
  },
  {
    starts: ZIP,
    has: "Index/",
    sentence:
      "This is a Numbers spreadsheet, not a CSV file. In Numbers choose File, Export To, CSV, and choose that file here.",
  },
  {
    starts: ZIP,
    has: "opendocument.spreadsheet",
    sentence:
      "This is an OpenDocument spreadsheet, not a CSV file. Choose Save As, Text CSV with the character set UTF-8, and choose that file here.",
  },
  {
    starts: ZIP,
    sentence: `This is a packed file (ZIP), as Excel workbooks are, not a CSV file. ${SAVE_IN_EXCEL} From an archive, choose the CSV file in it.`,
  },
  {
    starts: [0x1f, 0x8b],
    sentence: "This is a compressed file. Please open it, and choose the CSV file in it.",
  },
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    sentence: `This is an Excel workbook (.xls), not a CSV file. ${SAVE_IN_EXCEL}`,
  },
  { starts: [0x25, 0x50, 0x44, 0x46], sentence: tableOf("a PDF") },
  { starts: [0x7b, 0x5c, 0x72, 0x74, 0x66], sentence: tableOf("a formatted text (RTF)") },
  { starts: [0x89, 0x50, 0x4e, 0x47], sentence: tableOf("a picture") },
  { starts: [0xff, 0xd8, 0xff], sentence: tableOf("a picture") },
];

/** What a file is that is no text, with the cure; null for one that may be CSV. */
export function nameFileKind(bytes: Uint8Array): string | null {
  const kinds = KINDS.filter(({ starts }) => starts.every((byte, at) => bytes[at] === byte));
  if (kinds.length === 0) return null;
  const names = new TextDecoder("windows-1252").decode(bytes);
  return kinds.find(({ has }) => has === undefined || names.includes(has))?.sentence ?? null;
}

/** What a text is that is no CSV, with the cure: some programs save web pages as if they were spreadsheets. */
export function nameMarkup(text: string): string | null {
  return /^[\s\p{Cf}]*<(?:!doctype|html|head|meta|body|style|table|div|\?xml)\b/iu.test(text)
    ? `This is a web page or XML, not a CSV file. Open it in Excel first. ${SAVE_IN_EXCEL}`
    : null;
}

function tableOf(what: string): string {
  return `This is ${what}, not a CSV file. Please export the list as CSV from the program that it comes from.`;
}
