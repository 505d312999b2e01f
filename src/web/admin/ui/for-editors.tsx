import type { ReactNode } from "react";
import { mayActAs } from "#domain/account/admin-role.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Content for editors and owners. Viewers, whom the server refuses, see who may do it. */
export function ForEditors({ message, children }: { message: string; children: ReactNode }) {
  const { profile } = usePerson();
  if (profile === undefined || mayActAs(profile?.adminRole ?? null, "editor")) return children;
  return <Notice tone="info">{message}</Notice>;
}
