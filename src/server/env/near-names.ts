/** "DATABSE-URL" and "databse_url" are read as one name. */
function fold(name: string): string {
  return name.toUpperCase().replaceAll(/[-._]/g, "");
}

/** In shorter names one letter more or less is another word: POST is no PORT. */
const SHORTEST_WITH_TYPO = 6;

/** The known name that was probably meant: it differs in case, in separators or by one typing error. */
export function findClosest(name: string, known: readonly string[]): string | undefined {
  const folded = fold(name);
  return (
    known.find((one) => fold(one) === folded) ??
    known.find((one) => fold(one).length >= SHORTEST_WITH_TYPO && isOneTypoAway(folded, fold(one)))
  );
}

/** Whether one letter is missing, too many, another one, or has changed places with its neighbour. */
function isOneTypoAway(typed: string, candidate: string): boolean {
  let start = 0;
  while (start < candidate.length && typed[start] === candidate[start]) start += 1;
  const [rest, expected] = [typed.slice(start), candidate.slice(start)];
  const isSwapped = rest.slice(2) === expected.slice(2) && rest[0] === expected[1] && rest[1] === expected[0];
  return (
    isSwapped ||
    rest.slice(1) === expected ||
    rest === expected.slice(1) ||
    rest.slice(1) === expected.slice(1)
  );
}
