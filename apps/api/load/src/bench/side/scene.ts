import { request, type Dispatcher } from 'undici'
import type { Callers } from '../platform.js'
import { Processor } from '../processor.js'
import { startApi, startBare, type RunningProcess } from '../processes.js'
import type { Closing } from '../measure.js'
import type { FixedAnswer } from './bare.js'
import type { Asking } from './load.js'
import { Meter } from './meter.js'

/** The API that is measured, with the bare handlers beside it. */
export interface Scene {
  readonly api: RunningProcess
  readonly http: RunningProcess
  readonly express: RunningProcess
  readonly meter: Meter
  readonly callers: Callers
  /** How long a slice lasts. */
  readonly seconds: number
}

export interface Played {
  readonly env: NodeJS.ProcessEnv
  readonly databaseUrl: string
  readonly callers: Callers
}

export const usageTeller = new URL('./usage-teller.js', import.meta.url)

export async function openScene(played: Played, seconds: number, closing: Closing): Promise<Scene> {
  const starting = async (start: Promise<RunningProcess>): Promise<RunningProcess> => {
    const started = await start
    closing.push(() => started.stop())
    return started
  }
  const api = await starting(startApi(played.env, usageTeller))
  const http = await starting(startBare('bare-http'))
  const express = await starting(startBare('bare-express'))
  const processor = new Processor(played.databaseUrl)
  await processor.open()
  closing.push(() => processor.close())
  return { api, http, express, meter: new Meter(api, processor), callers: played.callers, seconds }
}

/** What belongs to a connection and not to the answer; a handler has its own. */
const ofConnections = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** Asks once, and answers what a bare handler has to say in place of the API. */
export async function askOnce(origin: string, { path, status, ...asking }: Asking): Promise<FixedAnswer> {
  const url = `${origin}${typeof path === 'string' ? path : path()}`
  const answer = await request(url, asking as Omit<Dispatcher.RequestOptions, 'origin' | 'path'>)
  const body = await answer.body.text()
  if (answer.statusCode !== status)
    throw new Error(`${url} answered ${answer.statusCode}, not ${status}: ${body}`)
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !ofConnections.has(name)),
  )
  return { status, headers, body }
}
