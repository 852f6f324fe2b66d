import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/ports.js'
import { temporaryFolder, type Closing } from '../../server/program.js'
import { memoryRise, until } from './site.js'

const bodies = 150
const length = 9_900_000

/** The time for which the bodies stay unfinished, in milliseconds. */
const duration = 10_000

/** Unfinished bodies that a stranger sends to the console: bytes by which its resident memory rises. */
export async function measureConsole(checkout: string, closing: Closing) {
  const [port, consolePort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATA_DIR: await temporaryFolder('bench-console', closing),
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    ENGINE_ALIASES: 'load',
    DRAIN_SECONDS: '0',
  }
  const args = [join(checkout, 'scripts/start.mjs'), '--no-build', '--no-env-file']
  const starter = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  closing.push(async () => {
    const ended = once(starter, 'exit')
    if (starter.kill()) await ended
  })
  const origin = `http://localhost:${consolePort}`
  const page = `http://127.0.0.1:${consolePort}/sign-in`
  const answers = () =>
    fetch(page).then(
      ({ status }) => status === 200,
      () => false,
    )
  if ((await until(answers, 120_000)) === undefined) throw new Error('the console did not start')
  for (let n = 0; n < 20; n++) await answers()

  const memory = () => memoryOfConsole(starter.pid ?? 0)
  const sockets: Socket[] = []
  const work = async () => {
    for (let n = 0; n < bodies; n++) sockets.push(await sendUnfinished(consolePort, origin))
    await sleep(duration)
  }
  const risen = await memoryRise(memory, work, 1000)
  for (const socket of sockets) socket.destroy()
  return risen
}

/** Sends a body but for its end; a server that refuses it may break off. */
async function sendUnfinished(port: number, origin: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const head = [
    'POST /console/sign-in HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(unfinished)
  socket.resume()
  return socket
}

const unfinished = Buffer.alloc(length - 1, ' ')

/** Adds up the resident bytes of the processes below the starter that are not the API's; NaN where no system tells. */
async function memoryOfConsole(starter: number): Promise<number> {
  const processes = new Map<number, { parent: number; line: string; memory: number }>()
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^[0-9]+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const of = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN)
    processes.set(Number(name), { parent: of('PPid'), line, memory: of('VmRSS') * 1024 })
  }
  if (processes.size === 0) return Number.NaN
  const isBelow = (pid: number): boolean => {
    const { parent = 0, line = '' } = processes.get(pid) ?? {}
    if (line.includes('apps/api/dist')) return false
    return parent === starter || (parent > 1 && isBelow(parent))
  }
  const below = [...processes.keys()].filter(isBelow)
  return below.reduce((sum, pid) => sum + (processes.get(pid)?.memory ?? 0), 0)
}
