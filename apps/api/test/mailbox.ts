import { once } from 'node:events'
import { isIPv6, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'
import { onFinished } from './on-finished.js'

interface Received {
  readonly from: string
  /** More than one are separated by commas. */
  readonly to: string
  readonly subject: string
  readonly source: string
}

/** A mail server on this machine, and what it was sent. It closes by itself, as an app of a test does. */
export class Mailbox {
  readonly letters: Received[] = []
  /** True while it refuses mail, and counts the refusals. */
  isFull = false
  refused = 0

  private constructor(private readonly server: SMTPServer) {}

  static async open(host = '127.0.0.1'): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, { envelope }, done) {
        // Lines that were too long for a letter are put together again.
        const source = (await text(stream)).replace(/=\r?\n/g, '').replace(/=3D/g, '=')
        if (mailbox.isFull) {
          mailbox.refused += 1
          return done(new Error('no room'))
        }
        const subject = /^Subject: (.*)\r$/m.exec(source)?.[1] ?? ''
        const { mailFrom, rcptTo } = envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mailbox.letters.push({ from, to: rcptTo.map(({ address }) => address).join(), subject, source })
        done()
      },
    })
    const mailbox = new Mailbox(server)
    server.listen(0, host)
    await once(server.server, 'listening')
    onFinished(() => new Promise((done) => server.close(() => done())))
    return mailbox
  }

  get url(): string {
    const { address, port } = this.server.server.address() as AddressInfo
    return `smtp://${isIPv6(address) ? `[${address}]` : address}:${port}`
  }

  subjectsTo(address: string): readonly string[] {
    return this.letters.filter(({ to }) => to === address).map(({ subject }) => subject)
  }

  /** The letter of this subject to the address, once it is there. */
  async letter(to: string, subject: string): Promise<string> {
    const found = () => this.letters.find((each) => each.to === to && each.subject === subject)
    return (await vi.waitUntil(found, { timeout: 30_000 })).source
  }
}
