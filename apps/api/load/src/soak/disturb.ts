import { setTimeout as sleep } from 'node:timers/promises'
import type { Disturbance } from './plan.js'
import type { Stage } from './stage.js'

/** The time in which a disturbance may fail requests, in milliseconds; where it may fail none there is no such time. */
export interface Window {
  readonly what: 'SIGKILL' | 'PostgreSQL'
  readonly from: number
  readonly to: number
  /** Who was killed. */
  readonly replica: string
}

export interface Disturbed {
  readonly windows: readonly Window[]
  /** What a disturbance showed that is not as it is to be. */
  readonly faults: readonly string[]
}

const startPatience = 120_000

/** Does what the plan says, when it says so; `begin` is when the load began. */
export async function disturb(
  stage: Stage,
  plan: readonly Disturbance[],
  begin: number,
  say: (text: string) => void,
): Promise<Disturbed> {
  const windows: Window[] = []
  const faults: string[] = []
  for (const { at, what, replica } of plan) {
    await sleep(Math.max(0, begin + at * 1000 - performance.now()))
    const began = performance.now()
    const told = what === 'PostgreSQL' ? what : `${what} to replica ${replica + 1}`
    if (what === 'PostgreSQL') windows.push(await restartPostgres(stage))
    else if (what === 'SIGKILL') windows.push(await kill(stage, replica))
    else faults.push(...(await restart(stage, replica)))
    say(
      `${at.toString().padStart(4)} s  ${told}, all ready again after ${seconds(performance.now() - began)}`,
    )
  }
  return { windows, faults }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

async function restartPostgres(stage: Stage): Promise<Window> {
  const from = performance.now()
  await stage.restartPostgres()
  await untilAllReady(stage)
  return { what: 'PostgreSQL', from, to: performance.now(), replica: '' }
}

/** Until the balancer knows that it is gone, what cannot be repeated may still be sent there. */
async function kill(stage: Stage, index: number): Promise<Window> {
  const replica = replicaOf(stage, index)
  const from = performance.now()
  await replica.end('SIGKILL')
  while (stage.serving.isReady(replica.origin)) await sleep(5)
  const window = { what: 'SIGKILL', from, to: performance.now(), replica: replica.origin } as const
  await replica.start()
  await untilAllReady(stage)
  return window
}

async function restart(stage: Stage, index: number): Promise<string[]> {
  const replica = replicaOf(stage, index)
  const code = await replica.end('SIGTERM')
  await replica.start()
  await untilAllReady(stage)
  return code === 0 ? [] : [`a replica that was told to stop ended with ${code}`]
}

function replicaOf({ replicas }: Stage, index: number) {
  const replica = replicas[index]
  if (!replica) throw new Error(`there is no replica ${index}`)
  return replica
}

export async function untilAllReady({ serving }: Stage): Promise<void> {
  const deadline = performance.now() + startPatience
  while (!serving.areAllReady) {
    if (performance.now() > deadline)
      throw new Error(`a replica did not become ready again: ${(await serving.excuses()).join('; ')}`)
    await sleep(20)
  }
}
