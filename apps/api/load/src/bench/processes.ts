import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.js'

interface Message {
  readonly type: string
  readonly [content: string]: unknown
}

export interface RunningProcess {
  readonly origin: string
  readonly pid: number
  /** Sends a message and answers the one of the same type that comes back. */
  ask<Told>(message: Message): Promise<Told>
  stop(): Promise<void>
}

/** The API as it is run in production, with its log read and thrown away; `preload` is a module that it loads first. */
export async function startApi(env: NodeJS.ProcessEnv, preload?: URL): Promise<RunningProcess> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('../../../dist/main.js', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', DRAIN_SECONDS: '0', ...env, PORT: String(port) },
    execArgv: preload ? ['--import', preload.href] : [],
  })
  child.stdout?.resume()
  await message(child, 'ready')
  return runningProcess(child, port)
}

/** A process that answers every request with what it is told and does nothing else: as fast as it can be. */
export async function startBare(program: 'bare-http' | 'bare-express'): Promise<RunningProcess> {
  const path = fileURLToPath(new URL(`./side/${program}.js`, import.meta.url))
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const { port } = await message<{ port: number }>(child, 'ready')
  return runningProcess(child, port)
}

function runningProcess(child: ChildProcess, port: number): RunningProcess {
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ask<Told>(question: Message): Promise<Told> {
      const told = message<Told>(child, question.type)
      child.send(question)
      return told
    },
    stop: () => end(child),
  }
}

function message<Told>(child: ChildProcess, type: string): Promise<Told> {
  return new Promise((done, fail) => {
    const hear = (told: unknown): void => {
      if ((told as { type: string }).type !== type) return
      leave()
      done(told as Told)
    }
    const endEarly = (): void => {
      leave()
      fail(new Error('a process of the bench has ended too early'))
    }
    const leave = (): void => void child.off('message', hear).off('exit', endEarly)
    child.on('message', hear).on('exit', endEarly)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
