/**
 * Why the portal cannot start, as a message for the operator: what is wrong and what to do. Printed without a stack.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** The printed form of an error that ends the program: a StartError's message, or the whole of any other error. */
export function tellEnd(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return `${error.message}${becauseOf(error)}`;
  return isPortTaken(error) ? portTaken(error) : (error.stack ?? error.message);
}

type PortTaken = Error & { address: string; port: number };

function isPortTaken(error: Error): error is PortTaken {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}

function portTaken({ address, port }: PortTaken): string {
  return `Port ${port} of ${address} is in use already. Stop the program that listens there, or set PORT to another one.`;
}

function becauseOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return "";
  // Node's error for a server that none of its addresses reaches has a code and no message.
  const words = cause.message || (cause as NodeJS.ErrnoException).code;
  return words ? ` (${words})` : "";
}
