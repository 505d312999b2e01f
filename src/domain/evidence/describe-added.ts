/** "3 bytes were added before the archive and 1 byte was added after the archive." Neither: an empty text. */
export function describeAdded(what: string, { before, after }: { before: number; after: number }): string {
  const told = [[before, "before"] as const, [after, "after"] as const].flatMap(([count, place]) =>
    count > 0 ? [`${count === 1 ? "1 byte was" : `${count} bytes were`} added ${place} ${what}`] : [],
  );
  return told.length === 0 ? "" : `${told.join(" and ")}.`;
}
