declare module "canvas-confetti" {
  type Throw = { particleCount?: number; spread?: number; origin?: { x?: number; y?: number } };
  type Thrower = {
    /** Resolves when the last piece has fallen; null where there is nothing to wait for. */
    (options: Throw): Promise<void> | null;
    /** A thrower of its own; null makes a canvas over the whole page. Without `useWorker` it needs no worker. */
    create(
      canvas: HTMLCanvasElement | null,
      options: { resize?: boolean; useWorker?: boolean; disableForReducedMotion?: boolean },
    ): Thrower;
  };
  const confetti: Thrower;
  export default confetti;
}
