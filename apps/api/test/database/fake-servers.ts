import type { Socket } from 'node:net'

/** Servers with just enough of PostgreSQL's protocol for one thing that goes wrong; for `net.createServer`. */

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const short = (number: number): Buffer => Buffer.from([number >> 8, number & 255])

/** Lets a client in and answers every question with this row of texts. */
function answering(row: Readonly<Record<string, string>>): (socket: Socket) => void {
  const ready = message('Z', Buffer.from('I'))
  const letIn = Buffer.concat([message('R', Buffer.alloc(4)), ready])
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(6), Buffer.from([0, 0, 0, 25]), Buffer.alloc(8)]),
  )
  const values = Object.values(row).map((value) =>
    Buffer.concat([Buffer.from([0, 0]), short(Buffer.byteLength(value)), Buffer.from(value)]),
  )
  const answer = Buffer.concat([
    message('T', Buffer.concat([short(columns.length), ...columns])),
    message('D', Buffer.concat([short(values.length), ...values])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
  return (socket) =>
    socket.once('data', () => {
      socket.write(letIn)
      socket.on('data', (data) => (data[0] === 'X'.charCodeAt(0) ? socket.end() : socket.write(answer)))
    })
}

export const oldServer = answering({ version: '14.9' })

/** A pooler that gives every client the same connection to its server. */
export const sharingServer = answering({ pid: '7', role: 'me', timeout: '0' })

const fatal = (state: string, text: string): Buffer =>
  message('E', Buffer.from(['SFATAL', `C${state}`, `M${text}`, ''].map((field) => `${field}\0`).join('')))

/** Refuses every client, as for a wrong password. */
export function strictServer(socket: Socket): void {
  const refusal = fatal('28P01', 'password authentication failed for user "me"')
  socket.on('error', () => undefined).once('data', () => socket.end(refusal))
}

/** Lets a client in and stops at once, so that both are read together. */
export function stoppingServer(socket: Socket): void {
  const letIn = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  const stopped = fatal('57P01', 'terminating connection due to administrator command')
  socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([letIn, stopped])))
}
