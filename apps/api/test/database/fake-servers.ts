import type { Socket } from 'node:net'

/** Servers with just enough of PostgreSQL's protocol for one thing that goes wrong; for `net.createServer`. */

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** Lets a client in and answers every question with 14.9. */
export function oldServer(socket: Socket): void {
  const ready = message('Z', Buffer.from('I'))
  const letIn = Buffer.concat([message('R', Buffer.alloc(4)), ready])
  const column = Buffer.concat([
    Buffer.from('\0\x01version\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 25]),
    Buffer.alloc(8),
  ])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 4]), Buffer.from('14.9')])
  const answer = Buffer.concat([
    message('T', column),
    message('D', row),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
  socket.once('data', () => {
    socket.write(letIn)
    socket.on('data', (data) => (data[0] === 'X'.charCodeAt(0) ? socket.end() : socket.write(answer)))
  })
}

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
