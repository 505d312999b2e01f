const TEXT_STARTS = "^|<(?:p|blockquote)(?:\\s[^>]*)?>";
const TAGS_BETWEEN = "(?:\\s|<(?:em|i|strong|b|u|a|span)(?:\\s[^>]*)?>)*";
/** Where a quotation mark has the width of a letter, it hangs badly. */
const BEFORE_LETTERS =
  "(?=[^<]{0,3}[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{N}])";
const MARK = new RegExp(`(${TEXT_STARTS})(${TAGS_BETWEEN})(["“„«]|&quot;)${BEFORE_LETTERS}`, "giu");

/** Marks the quotation mark at the start of a paragraph or quote, so that it can hang outside the text's edge. */
export function withHangingMarks(html: string): string {
  return html.replace(
    MARK,
    (_, start: string, tags: string, mark: string) =>
      `${start}${tags}<span class="cp-hanging-mark">${mark}</span>`,
  );
}
