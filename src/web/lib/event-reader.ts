/**
 * Reads server-sent events as the portal writes them (src/server/live/stream.ts): an event ends with an empty line and
 * has one line of data. Call the returned function with each piece of the stream.
 */
export function eventReader(onEvent: (name: string | undefined, data: string) => void) {
  let rest = "";
  return (piece: string): void => {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/, 2)));
      if (fields.data !== undefined) onEvent(fields.event, fields.data);
    }
  };
}
