/** A figure as programs and people spell it: 22174.11, 22,174.11, 22 174,11, 2217411 cents, and its whole dollars. */
export function spellingsOf(figure: string): RegExp {
  const [whole = "", decimals = ""] = figure.split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, String.raw`[,.\s'’\u00a0\u202f]?`);
  const inDollars = decimals === "" ? grouped : `${grouped}[.,]${decimals}`;
  // Fewer digits occur in ids and hashes by chance.
  const others = whole.length >= 5 ? `|${grouped}|${whole}${decimals}` : "";
  return new RegExp(String.raw`(?<![\da-zA-Z.])(?:${inDollars}${others})(?![\da-zA-Z])`);
}
