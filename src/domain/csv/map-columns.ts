/** A column of a noun's files. */
export type Column = {
  isNeeded: boolean;
  /** Finds the texts of a cell that are numbers. */
  numbersIn?: (cell: string) => string[];
  /** Other headers that people write for it. */
  aliases?: readonly string[];
  /** Several columns of a file may fill it, each a line. */
  isJoined?: boolean;
  /** By its header alone it is read only beside this other column. */
  beside?: string;
};

/** What the headers of a program's export fill. Null: a known column that is left out. */
export type Program<Name extends string> = {
  program: string;
  headers: Readonly<Record<string, Name | null>>;
};

type ReadFields<Name extends string> = { program: string | null; fields: (Name | null)[]; twice?: string };

export type FieldReader<Name extends string> = {
  /** How many cells of a row name columns. */
  score: (cells: readonly string[]) => number;
  /** What each column fills by its header. */
  read: (cells: readonly string[]) => ReadFields<Name>;
};

/** Reads headers by the portal's own names, or by those of the program that knows more of them. */
export function fieldReader<Name extends string>(
  columns: Readonly<Record<Name, Column>>,
  programs: readonly Program<Name>[],
): FieldReader<Name> {
  const names = Object.keys(columns) as Name[];
  const exact = new Map(names.map((name) => [plainHeader(name), name]));
  const alias = new Map(
    names.flatMap((name) => (columns[name].aliases ?? []).map((one) => [plainHeader(one), name] as const)),
  );
  const headersOf = programs.map(({ program, headers }) => ({
    program,
    fieldOf: new Map(Object.entries<Name | null>(headers).map(([key, field]) => [plainHeader(key), field])),
  }));
  const scoreOwn = (cells: readonly string[]) =>
    new Set(cells.map((cell) => exact.get(plainHeader(cell)) ?? alias.get(plainHeader(cell))).filter(Boolean))
      .size;
  const bestProgram = (cells: readonly string[]) => {
    const scored = headersOf.map((one) => ({
      ...one,
      score: new Set(cells.map(plainHeader).filter((cell) => one.fieldOf.has(cell))).size,
    }));
    return scored.toSorted((a, b) => b.score - a.score)[0];
  };

  function readOwn(cells: readonly string[]): ReadFields<Name> {
    const fields: (Name | null)[] = cells.map((cell) => exact.get(plainHeader(cell)) ?? null);
    const twice = fields.find((field, place) => field !== null && fields.indexOf(field) !== place);
    if (twice) return { program: null, fields, twice };
    for (const [place, cell] of cells.entries()) {
      const name = alias.get(plainHeader(cell));
      if (fields[place] || name === undefined) continue;
      if (columns[name].isJoined || !fields.includes(name)) fields[place] = name;
    }
    return { program: null, fields: fields.map((field) => (field && isAlone(field, fields) ? null : field)) };
  }

  const isAlone = (field: Name, fields: readonly (Name | null)[]) => {
    const { beside } = columns[field];
    return beside !== undefined && !fields.some((other) => other === beside);
  };

  return {
    score: (cells) => Math.max(scoreOwn(cells), bestProgram(cells)?.score ?? 0),
    read(cells) {
      const best = bestProgram(cells);
      if (!best || best.score <= scoreOwn(cells)) return readOwn(cells);
      const fields = cells.map((cell) => best.fieldOf.get(plainHeader(cell)) ?? null);
      return { program: best.program, fields };
    },
  };
}

function plainHeader(cell: string): string {
  return cell
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
