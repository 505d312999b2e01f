export type OutgoingMail = {
  /** Becomes the Message-ID, so that mail programs show a mail that is sent twice once. */
  mailId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { fileName: string; contentType: string; bytes: Uint8Array }[];
};

export type Mailer = {
  /** Resolves when the mail server has accepted the mail; throws otherwise. */
  send(mail: OutgoingMail): Promise<void>;
};
