/** For somebody who typed a change of what a colleague has changed since. `how` says what is other by now. */
export function sayChanged(what: string, how?: string): string {
  const changed = `Somebody else has changed ${what} meanwhile${how === undefined ? "" : `: ${how}`}.`;
  return `${changed} Save again to replace that by what you typed, or reload the page to read it first.`;
}
