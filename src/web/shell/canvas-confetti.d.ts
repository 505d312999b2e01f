declare module "canvas-confetti" {
  type Options = {
    particleCount?: number;
    spread?: number;
    origin?: { x?: number; y?: number };
    disableForReducedMotion?: boolean;
  };
  /** Resolves when the last piece has fallen; null where there is nothing to wait for. */
  export default function confetti(options: Options): Promise<void> | null;
}
