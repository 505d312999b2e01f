import confetti from "canvas-confetti";

const PIECES = 200;

export async function throwConfetti(): Promise<void> {
  // Without a worker: its code would be a blob, which the content policy forbids.
  const throwAll = confetti.create(null, { resize: true, disableForReducedMotion: true });
  await throwAll({ particleCount: PIECES, spread: 100, origin: { y: 0.35 } });
}
