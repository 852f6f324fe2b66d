import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { create } from 'tar'
import type { Dice } from '../bench/dice.js'
import type { Ledger, Thing } from './ledger.js'
import type { Asked, Told, Traffic } from './traffic.js'

const jsonApi = 'application/vnd.api+json'

/** Thrown where it is unknown whether a write was done; the story of that thing ends there. */
export class Unacknowledged extends Error {}

/** The change of a thing from one state to another. */
export interface Change {
  readonly thing: Thing
  /** Undefined where the thing is to be gone. */
  readonly state: unknown
}

type WriteAsked = Omit<Asked, 'body'> & {
  readonly action: string
  readonly data?: unknown
  readonly bytes?: Buffer
}

/** What one writer does its work with. */
export class Work {
  constructor(
    readonly dice: Dice,
    /** Another for each story. */
    readonly number: number,
    private readonly traffic: Traffic,
    private readonly ledger: Ledger,
    private readonly folder: string,
  ) {}

  /** Asks for a change and records what was said of it. Throws {@link Unacknowledged} when it was not answered as done. */
  async write({ action, data, bytes, ...asked }: WriteAsked, change?: Change): Promise<Told> {
    const body = bytes ?? (data === undefined ? undefined : JSON.stringify({ data }))
    const type = bytes ? 'application/octet-stream' : jsonApi
    const told = await this.traffic.ask({ ...asked, ...(body !== undefined && { body, type }) })
    const isDone = told.fault === ''
    this.ledger.note(action, told, isDone)
    if (change) change.thing.states = isDone ? [change.state] : [...change.thing.states, change.state]
    if (!isDone) throw new Unacknowledged(told.fault)
    return told
  }

  /** Looks after a thing from now on: `pick` takes what counts out of the data that `path` answers. */
  watch(path: string, state: unknown, pick: (data: Data) => unknown): Thing {
    const thing = { name: path, states: [state], look: (traffic: Traffic) => lookAt(traffic, path, pick) }
    this.ledger.things.push(thing)
    return thing
  }

  /** The same of what the registry gives out at this address: the archive, byte by byte. */
  watchArchive(address: string, archive: Buffer): Thing {
    const path = `/v1/modules/${address}/download`
    const look = async (traffic: Traffic): Promise<unknown> => {
      const told = await traffic.ask({ kind: 'afterwards', path, status: 204 })
      if (told.status !== 204) return told.status
      const link = await traffic.ask({ kind: 'afterwards', path: pathOf(told.link), status: 200 })
      return link.bytes.toString('base64')
    }
    const thing = { name: path, states: [archive.toString('base64')], look }
    this.ledger.things.push(thing)
    return thing
  }

  /** A module whose bytes are like no other's. */
  async archive(text: string): Promise<Buffer> {
    const cwd = join(this.folder, String(this.number))
    await mkdir(cwd, { recursive: true })
    await writeFile(join(cwd, 'main.tf'), `output "text" {\n  value = "${text}"\n}\n`)
    return buffer(create({ gzip: true, cwd }, ['main.tf']))
  }
}

async function lookAt(traffic: Traffic, path: string, pick: (data: Data) => unknown): Promise<unknown> {
  const told = await traffic.ask({ kind: 'afterwards', path, status: 200 })
  if (told.status === 404) return undefined
  return told.status === 200 ? pick(dataOf(told)) : told.fault
}

export type Data = {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links?: { readonly upload?: string }
} & readonly { readonly id: string }[]

export const dataOf = ({ bytes }: Told): Data => (JSON.parse(bytes.toString()) as { data: Data }).data

/** Of a link that the platform gave, by the address that it is known by. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'http://any')
  return pathname + search
}
