import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "../../../../tests/support/suite-cases.ts";
import { ENCODING_NAMES, type Encoding } from "./guess-encoding.ts";
import { readTextFile } from "./read-text-file.ts";

const read = (bytes: readonly number[] | Uint8Array, chosen?: Encoding) =>
  readTextFile(new Blob([new Uint8Array(bytes)]), chosen);

/** The bytes of each character in an encoding, found by decoding them: platforms only write UTF-8. */
function encoderOf(encoding: Encoding): (text: string) => number[] {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, number[]>();
  const learn = (bytes: number[]) => {
    try {
      const letter = decoder.decode(new Uint8Array(bytes));
      if ([...letter].length === 1 && !bytesOf.has(letter)) bytesOf.set(letter, bytes);
    } catch {
      // These bytes are no character.
    }
  };
  for (let first = 0; first < 256; first += 1) learn([first]);
  const isDouble =
    !bytesOf.has("é") && !bytesOf.has("я") && !bytesOf.has("ω") && !bytesOf.has("א") && !bytesOf.has("ب");
  if (isDouble)
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) learn([first, second]);
  return (text) =>
    [...text].flatMap((letter) => {
      const bytes = bytesOf.get(letter);
      if (!bytes) throw new Error(`${letter} isn't in ${encoding}`);
      return bytes;
    });
}

function utf16(text: string, isBig: boolean, hasMark: boolean): number[] {
  return [...`${hasMark ? "\uFEFF" : ""}${text}`].flatMap((letter) => {
    const unit = letter.charCodeAt(0);
    return isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8];
  });
}

const TABLE = "Name;Unit;Rate\r\nCafé fit-out;hour;95\r\nデザイン;月;200\r\n";

test.each([
  ["UTF-8", [...Buffer.from(TABLE)]],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, ...Buffer.from(TABLE)]],
  ["UTF-16 as Excel's Unicode text", utf16(TABLE, false, true)],
  ["UTF-16 without a mark", utf16(TABLE, false, false)],
  ["UTF-16, big-endian", utf16(TABLE, true, true)],
  ["UTF-16, big-endian, without a mark", utf16(TABLE, true, false)],
])("COMPANY-13 FIELD-10 a file in %s is read as it is, and nothing is guessed", async (_what, bytes) => {
  expect(await read(bytes)).toEqual({ text: TABLE, encoding: null, samples: [] });
});

/** Names as companies of each language have them in their lists. */
const WORDS: Partial<Record<Encoding, string[]>> = {
  "windows-1252": [
    "Café fit-out",
    "Büro-Möblierung",
    "Señal exterior",
    "Façade – naïve",
    "O’Brien & Söhne",
    "Ærø Bygg",
    "Größe 5 m²",
    "à la carte",
    "ÉTÉ",
  ],
  macintosh: [
    "Café fit-out",
    "Büro-Möblierung",
    "Señal exterior",
    "Façade",
    "Crème brûlée",
    "Jørgensen",
    "O’Brien & Söhne",
  ],
  "windows-1251": ["Дизайн сайта", "Хостинг", "месяц", "Вёрстка страниц", "ООО Ромашка", "Київ-Буд"],
  "windows-1250": ["Žluťoučký kůň", "Łódź Usługi", "Święta", "Zażółć gęślą jaźń", "Győr építő"],
  "windows-1253": ["Σχεδιασμός ιστοσελίδας", "ώρα", "Κατασκευή", "Μήνας", "Αθήνα"],
  shift_jis: ["デザイン", "時間", "保守", "月額サポート", "ホームページ制作"],
  gb18030: ["网站设计", "小时", "维护", "办公室装修", "项目管理"],
  big5: ["網站設計", "小時", "維護", "辦公室裝修", "專案管理"],
  "euc-kr": ["디자인", "시간", "유지 보수", "홈페이지 제작"],
};

const ENCODERS = new Map(
  (Object.keys(WORDS) as Encoding[]).map((encoding) => [encoding, encoderOf(encoding)]),
);

test.each(Object.entries(WORDS) as [Encoding, string[]][])(
  "FIELD-10 a file in %s is recognised by its letters and shows them",
  async (encoding, words) => {
    // As Excel for Mac ended lines.
    const end = encoding === "macintosh" ? "\r" : "\r\n";
    const file = fc.array(
      fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words, "hour"), fc.nat(5000)),
      {
        minLength: 3,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(file, async (rows) => {
        const text = ["Name;Unit;Rate", ...rows.map((row) => row.join(";"))].join(end);
        const found = await read(ENCODERS.get(encoding)?.(text) ?? []);
        // Two encodings may write the same letters with the same bytes.
        expect(found.text).toBe(text);
        expect(found.samples[0]).toBe(rows[0]?.find((cell) => /\P{ASCII}/u.test(String(cell))));
      }),
      { seed: SEED, numRuns: casesFor(60, 2000) },
    );
  },
);

test("FIELD-10 the person's choice of an encoding counts more than the guess", async () => {
  const bytes = encoderOf("windows-1255")("Name;Rate\r\nעיצוב אתרים;95");
  expect(await read(bytes, "windows-1255")).toEqual({
    text: "Name;Rate\r\nעיצוב אתרים;95",
    encoding: "windows-1255",
    samples: ["עיצוב אתרים"],
  });
  for (const encoding of Object.keys(ENCODING_NAMES)) expect(() => new TextDecoder(encoding)).not.toThrow();
});

const zipOf = (name: string) => [0x50, 0x4b, 3, 4, 20, 0, 0, 0, ...Buffer.from(`${name}\u0001\u0002`)];

test.each([
  ["an Excel workbook", zipOf("[Content_Types].xml xl/workbook.xml"), /Excel workbook.*CSV UTF-8/],
  ["an old Excel workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], /Excel workbook.*CSV UTF-8/],
  ["a Numbers spreadsheet", zipOf("Index/Document.iwa"), /Numbers spreadsheet.*Export To, CSV/],
  [
    "an OpenDocument spreadsheet",
    zipOf("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
    /OpenDocument.*Text CSV/,
  ],
  ["a Word document", zipOf("[Content_Types].xml word/document.xml"), /Word document/],
  ["an archive", zipOf("prices.csv"), /ZIP file.*CSV UTF-8.*archive/],
  ["a PDF", [...Buffer.from("%PDF-1.7\n")], /a PDF/],
  ["a web page", [...Buffer.from("\uFEFF \r\n<HTML><table><tr><td>Name")], /web page.*CSV UTF-8/],
  ["a table as XML", [...Buffer.from('<?xml version="1.0"?><Workbook>')], /XML.*CSV UTF-8/],
  ["a web page in UTF-16", utf16("<table>\r\n<tr>\r\n", false, true), /web page/],
  ["a picture", [0xff, 0xd8, 0xff, 0xe0, 0, 16], /picture/],
  ["a NUL", [...Buffer.from("Name,Rate\r\nDes\0ign,95\r\n")], /Line 2 has .*NUL/],
  [
    "half of a UTF-16 file",
    utf16(TABLE, true, true).slice(0, -1),
    /couldn't be read. Please save it as CSV UTF-8/,
  ],
  [
    "UTF-8 that was cut off",
    [...Buffer.from("Name\r\nCafé Łódź\r\nCafé").subarray(0, -1)],
    /Line 3 has a damaged character.*CSV UTF-8/,
  ],
  [
    "UTF-8 in Chinese with a sign of Windows",
    [...Buffer.from("名称\r\n东京"), 0x92, 0x0d, 0x0a, ...Buffer.from("大阪\r\n")],
    /Line 2 has a damaged character/,
  ],
  ["a letter that another program lost", [...Buffer.from("Name\r\nCaf\ufffd\r\n")], /Line 2 has/],
  ["bytes of no text", [0x41, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff, 0xfd, 0x81, 0x8d], /couldn't be read/],
])("FIELD-10 %s with the ending .csv is named with its cure", async (_what, bytes, sentence) => {
  await expect(read(bytes)).rejects.toThrow(sentence);
});
