const TEXT_STARTS = "^|<(?:p|blockquote)(?:\\s[^>]*)?>";
const TAGS_BETWEEN = "(?:\\s|<(?:em|i|strong|b|u|a|span)(?:\\s[^>]*)?>)*";
/** Right-to-left text stays as it is: there the other edge is the start. */
const LEFT_TO_RIGHT = "(?=[^<]{0,3}[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}])";
const MARK = new RegExp(`(${TEXT_STARTS})(${TAGS_BETWEEN})(["“„«]|&quot;)${LEFT_TO_RIGHT}`, "giu");

/** Marks the quotation mark at the start of a paragraph or quote, so that it can hang outside the text's edge. */
export function withHangingMarks(html: string): string {
  return html.replace(
    MARK,
    (_, start: string, tags: string, mark: string) =>
      `${start}${tags}<span class="cp-hanging-mark">${mark}</span>`,
  );
}
