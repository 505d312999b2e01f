/**
 * Reads the events of a stream, which may come in any pieces. Told are their name ("message" without one) and data. The
 * stream is our own (src/server/live/stream.ts): its lines end with a line feed, and its comments say nothing.
 */
export function createEventReader(tell: (name: string, data: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const lines of events.map((event) => event.split("\n"))) {
      const data = partsNamed("data", lines);
      if (data.length > 0) tell(partsNamed("event", lines).at(-1) ?? "message", data.join("\n"));
    }
  };
}

function partsNamed(name: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
}
