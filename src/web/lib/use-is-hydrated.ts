import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False while the server draws a screen and while the browser takes its drawing over, where only what the server knows
 * may show; true ever after.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
