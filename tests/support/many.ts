/** `npm run prove` sets LONG. */
export const isLong = process.env.LONG === "1";

/** The cases that a test runs: representatives of each kind in `npm test`, all of them in `npm run prove`. */
export function many<Cases>(short: Cases, long: Cases): Cases {
  return isLong ? long : short;
}
