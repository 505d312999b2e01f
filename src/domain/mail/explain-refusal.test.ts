import { expect, test } from "vitest";
import { explainRefusal } from "./explain-refusal.ts";

const ALL = "Can't send mail - all recipients were rejected:";

test.each([
  [`${ALL} 550 5.1.1 <ada@a.example>: Recipient address rejected: User unknown`, /no mailbox/],
  [`${ALL} 550-5.1.1 The email account that you tried to reach does not exist.`, /no mailbox/],
  [`${ALL} 550 Requested action not taken: mailbox unavailable`, /^The mail server refused it\.$/],
  [`${ALL} 552 5.2.2 Mailbox over quota`, /full/],
  [`${ALL} 550 5.2.1 The account is disabled`, /no longer accepts emails/],
  [`${ALL} 550 5.4.4 Domain name not found`, /after the @/],
  ["Message failed: 552 5.3.4 Message size exceeds the limit", /too large/],
  ["Message failed: 554 5.7.1 This looks like spam", /rules/],
  ["Mail command failed: 553 5.7.1 Sender address rejected: not owned by user", /sender’s address/],
])("FIRST-2 %s is explained", (failure, sentence) => {
  expect(explainRefusal(failure)).toMatch(sentence);
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:25",
  "Message failed: 451 4.3.0 Try again later",
  "Its code or link can no longer be read.",
  "The portal was restored from a backup, and this email may have been sent after the backup was made.",
])("FIRST-2 %s is no refusal", (failure) => {
  expect(explainRefusal(failure)).toBeNull();
});
