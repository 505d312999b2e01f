const WITHIN_WORDS = /<\/?(?:strong|b|em|i|u|s|sub|sup|small|mark|span|a|code)(?:\s[^>]*)?>/g;
const BETWEEN_WORDS = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/** The text of sanitised HTML, in which only these characters are written as entities. */
export function plainText(html: string): string {
  return html
    .replace(WITHIN_WORDS, "")
    .replace(BETWEEN_WORDS, " ")
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
