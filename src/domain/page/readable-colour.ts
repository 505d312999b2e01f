import type { Colour } from "./colour.ts";

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
