/** Seconds as players show them: 1:30, or 1:02:03. */
export function formatPlayTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const ofTwo = (part: number) => String(part).padStart(2, "0");
  const end = ofTwo(seconds % 60);
  return hours > 0 ? `${hours}:${ofTwo(minutes)}:${end}` : `${minutes}:${end}`;
}
