/** Why the portal cannot start, in words for whoever starts it: what is wrong and what to do. Needs no stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** What to print of an error that ends the program: its sentence, or all of it when nobody foresaw it. */
export function tellEnd(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForeseen = error instanceof StartError || (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  return isForeseen ? `${error.message}${becauseOf(error)}` : (error.stack ?? error.message);
}

function becauseOf({ cause }: Error): string {
  return cause instanceof Error && cause.message ? ` (${cause.message})` : "";
}
