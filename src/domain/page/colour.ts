/** "#rrggbb", or "#rrggbbaa" if it is translucent. */
export type Colour = string;

const NAMED: Record<string, Colour> = {
  black: "#000000",
  white: "#ffffff",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  red: "#ff0000",
  maroon: "#800000",
  orange: "#ffa500",
  yellow: "#ffff00",
  green: "#008000",
  teal: "#008080",
  blue: "#0000ff",
  navy: "#000080",
  purple: "#800080",
  transparent: "#00000000",
};

const SHORT_HEX = /^#([0-9a-f])([0-9a-f])([0-9a-f])([0-9a-f])?$/;
const LONG_HEX = /^#([0-9a-f]{6}|[0-9a-f]{8})$/;
const RGB_FUNCTION =
  /^rgba?\( ?(\d{1,3})(?: ?, ?| )(\d{1,3})(?: ?, ?| )(\d{1,3})(?: ?[,/] ?(0|1|0?\.\d{1,6}))? ?\)$/;

/** Reads an author's colour: hex, rgb(), or a common name. Undefined for anything else. */
export function parseColour(value: unknown): Colour | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase().replace(/\s+/g, " ");
  if (Object.hasOwn(NAMED, text)) return NAMED[text];
  if (LONG_HEX.test(text)) return text;
  const short = SHORT_HEX.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => (digit ?? "").repeat(2))
      .join("")}`;
  const parts = RGB_FUNCTION.exec(text);
  if (!parts) return undefined;
  const channels = parts.slice(1, 4).map(Number);
  if (channels.some((channel) => channel > 255)) return undefined;
  const alpha = parts[4] === undefined ? [] : [Math.round(Number(parts[4]) * 255)];
  return `#${[...channels, ...alpha].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
