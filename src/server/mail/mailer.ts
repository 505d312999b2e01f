export type OutgoingMail = {
  /** Becomes the Message-ID, so that a mail sent twice is one mail to whoever receives it. */
  mailId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { fileName: string; contentType: string; bytes: Uint8Array }[];
};

export type Mailer = {
  /** Resolves once the mail server has taken it; throws when it has not. */
  send(mail: OutgoingMail): Promise<void>;
};
