declare module "canvas-confetti" {
  type Throw = { particleCount?: number; spread?: number; origin?: { x?: number; y?: number } };
  type Thrower = {
    /** Resolves when the last piece has fallen; null if nothing falls. */
    (options: Throw): Promise<void> | null;
    /** Creates a separate thrower. null: a canvas over the whole page. Without `useWorker` no worker is started. */
    create(
      canvas: HTMLCanvasElement | null,
      options: { resize?: boolean; useWorker?: boolean; disableForReducedMotion?: boolean },
    ): Thrower;
  };
  const confetti: Thrower;
  export default confetti;
}
