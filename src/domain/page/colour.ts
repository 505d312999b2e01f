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

type Rgb = readonly [red: number, green: number, blue: number];

/** The visible colour where `over`, with an opacity from 0 to 1, lies on an opaque colour. */
export function blend(over: Colour, opacity: number, under: Colour): Colour {
  const alpha = (over.length === 9 ? Number.parseInt(over.slice(7), 16) / 255 : 1) * opacity;
  const top = rgbOf(over);
  const bottom = rgbOf(under);
  const mixed = top.map((channel, index) => Math.round(channel * alpha + (bottom[index] ?? 0) * (1 - alpha)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** WCAG contrast of two opaque colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function rgbOf(colour: Colour): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)) as unknown as Rgb;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = rgbOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The minimal WCAG AA contrast of text, and of large text (24 px, or 18.66 px bold). */
export const READABLE = 4.5;
export const READABLE_LARGE = 3;

const DARK_TEXT = "#221f1a";
const LIGHT_TEXT = "#ffffff";

/** The wanted text colour if its contrast with an opaque background suffices, otherwise dark or light text. */
export function textOn(background: Colour, wanted?: Colour, least: number = READABLE): Colour {
  if (wanted !== undefined && contrast(blend(wanted, 1, background), background) >= least) return wanted;
  return contrast(DARK_TEXT, background) >= contrast(LIGHT_TEXT, background) ? DARK_TEXT : LIGHT_TEXT;
}
