import { encode } from "uqr";

/** A QR code as one path of its dark modules, with a run of them as one rectangle, in a square of `size`. */
export function drawQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const rows = data.map((row, y) => {
    const line = row.map((isDark) => (isDark ? "1" : "0")).join("");
    return [...line.matchAll(/1+/g)]
      .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1H${index}z`)
      .join("");
  });
  return { size, path: rows.join("") };
}
