const HIGHEST_SHOWN = 99;

/** "7"; above 99, "99+". */
export function countLabel(count: number): string {
  return count > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : String(count);
}
