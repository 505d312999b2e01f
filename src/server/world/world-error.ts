/** A fault in a world file and its place: "documents[3].slug", or "line 4, column 12". */
export type WorldError = { place: string; message: string };

/** The file was not imported, and nothing was changed. */
export class WorldRefusedError extends Error {
  override name = "WorldRefusedError";
  readonly errors: readonly WorldError[];

  constructor(errors: readonly WorldError[]) {
    super(errors.map((error) => `${error.place}: ${error.message}`).join("\n"));
    this.errors = errors;
  }
}

/** Sorted by record: "documents[9]" before "documents[10]". */
export function inOrderOfPlace(errors: readonly WorldError[]): WorldError[] {
  return errors.toSorted((a, b) => a.place.localeCompare(b.place, "en", { numeric: true }));
}

/** ["content", 2, "props"] as a path after a record's place: ".content[2].props". */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
}
