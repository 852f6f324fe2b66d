import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.js'

export interface RunningProcess {
  readonly origin: string
  readonly pid: number
  stop(): Promise<void>
}

/** The API as it is run in production, with its log read and thrown away. */
export async function startApi(env: Readonly<Record<string, string>>): Promise<RunningProcess> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('../main.js', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', DRAIN_SECONDS: '0', ...env, PORT: String(port) },
  })
  child.stdout?.resume()
  await message(child, 'ready')
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) }
}

/** A process that answers every request with the same bytes and does nothing else: as fast as it can be. */
export async function startBareHandler(bytes: string): Promise<RunningProcess> {
  const child = fork(fileURLToPath(new URL('./bare-handler.js', import.meta.url)), { stdio: 'inherit' })
  child.send(bytes)
  const { port } = await message(child, 'ready')
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) }
}

async function message(child: ChildProcess, type: string): Promise<{ port?: number }> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process of the bench has ended too early')
  })
  for (;;) {
    const [told] = (await Promise.race([once(child, 'message'), ended])) as [{ type: string; port?: number }]
    if (told.type === type) return told
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
