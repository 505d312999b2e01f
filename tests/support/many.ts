/** `npm run prove` sets LONG: then matrices run whole that `npm test` runs by representatives. */
export const isLong = process.env.LONG === "1";

/** How many or which cases a test runs: a few in `npm test`, all in `npm run prove`. */
export function many<Cases>(short: Cases, long: Cases): Cases {
  return isLong ? long : short;
}
