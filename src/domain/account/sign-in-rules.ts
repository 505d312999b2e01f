import { z } from "zod";

/** How the people of an organization must sign in. */
export const SignInRules = z.strictObject({
  /** Whoever has no second factor can only switch one on. */
  requiresFactor: z.boolean(),
  /** Whoever accepts or signs for the organization shows anew that it is them. */
  confirmsAcceptance: z.boolean(),
});
export type SignInRules = z.infer<typeof SignInRules>;

/** Whether somebody who has only got hold of a signed-in browser could do more than before. */
export function isLooser(before: SignInRules, after: SignInRules): boolean {
  return (
    (before.requiresFactor && !after.requiresFactor) ||
    (before.confirmsAcceptance && !after.confirmsAcceptance)
  );
}
