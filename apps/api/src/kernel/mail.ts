/** A letter of plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The port to a mail server (contract §9, `SMTP_URL`). */
export interface Mail {
  /** Sends a letter; rejects when the server does not take it, after 20 seconds at most. */
  send(letter: Letter): Promise<void>
}
