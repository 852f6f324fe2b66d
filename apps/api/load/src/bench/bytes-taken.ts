import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const endOfHeaders = Buffer.from('\r\n\r\n')

/** Takes whole answers by so many connections at once for so long, and looks at no byte of them: returns milliseconds of each. */
export async function takeAtOnce(
  origin: string,
  path: string,
  seconds: number,
  clients: number,
): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const sockets = await Promise.all(Array.from({ length: clients }, () => connected(origin)))
  const repeat = async (socket: Socket): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now()
      await take(socket, path)
      times.push(performance.now() - begun)
    }
    socket.destroy()
  }
  await Promise.all(sockets.map(repeat))
  return times
}

async function connected(origin: string): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Asks once and takes the answer to its end. Throws where it is not 200, or breaks off. */
function take(socket: Socket, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let left: number | undefined
    const end = (error?: Error): void => {
      socket.off('data', read).off('close', broken)
      if (error) reject(error)
      else resolve()
    }
    const broken = (): void => end(new Error(`${path} broke off`))
    const read = (chunk: Buffer): void => {
      if (left === undefined) {
        const at = chunk.indexOf(endOfHeaders)
        const head = chunk.toString('latin1', 0, at)
        if (!head.startsWith('HTTP/1.1 200 ')) return end(new Error(`${path} answered ${head.slice(0, 40)}`))
        left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) + at + endOfHeaders.length
      }
      left -= chunk.length
      if (left === 0) end()
    }
    socket.on('data', read).on('close', broken)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  })
}
