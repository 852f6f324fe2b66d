import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { create } from 'tar'
import type { Dice } from '../bench/dice.js'
import type { Asked, Look, Told, Traffic } from './traffic.js'

const jsonApi = 'application/vnd.api+json'

/** Thrown where something was not answered as it is to be; the story of that thing ends there. */
export class Failed extends Error {}

type WriteAsked = Omit<Asked, 'body' | 'type'> & { readonly data?: unknown; readonly bytes?: Buffer }

export class Work {
  constructor(
    readonly dice: Dice,
    /** Another for each story. */
    readonly number: number,
    private readonly traffic: Traffic,
    private readonly folder: string,
  ) {}

  /** Asks for a change. Throws {@link Failed} when it was not answered as done. */
  async write({ data, bytes, ...asked }: WriteAsked): Promise<Told> {
    const body = bytes ?? (data === undefined ? undefined : JSON.stringify({ data }))
    const type = bytes ? 'application/octet-stream' : jsonApi
    return demand(await this.traffic.ask({ ...asked, ...(body !== undefined && { body, type }) }))
  }

  /**
   * From now on `path` is to answer with data of which `pick` takes this, whichever replica is asked; undefined: it is
   * gone. It is looked at right away, and at the end of all.
   */
  expect(path: string, state: unknown, pick: (data: Data) => unknown): Promise<unknown> {
    const faultOf = (bytes: Buffer): string => {
      const seen = pick(dataOf({ bytes }))
      return isDeepStrictEqual(seen, state)
        ? ''
        : `${JSON.stringify(seen)} instead of ${JSON.stringify(state)}`
    }
    const asked = state === undefined ? { status: 404 } : { status: 200, faultOf }
    return this.look(path, async (traffic) => demand(await traffic.ask({ kind: 'look', path, ...asked })))
  }

  /** The same of what the registry gives out at this address: the archive, byte by byte. */
  expectArchive(address: string, archive: Buffer | undefined): Promise<unknown> {
    const path = `/v1/modules/${address}/download`
    const faultOf = (bytes: Buffer): string => (archive?.equals(bytes) === true ? '' : 'another archive')
    return this.look(path, async (traffic) => {
      const told = await traffic.ask({ kind: 'look', path, status: archive ? 204 : 404 })
      demand(told)
      if (archive) demand(await traffic.ask({ kind: 'look', path: pathOf(told.link), status: 200, faultOf }))
    })
  }

  private look(path: string, look: Look): Promise<unknown> {
    this.traffic.looks.set(path, look)
    return look(this.traffic)
  }

  /** A module whose bytes are like no other's. */
  async archive(text: string): Promise<Buffer> {
    const cwd = join(this.folder, String(this.number))
    await mkdir(cwd, { recursive: true })
    await writeFile(join(cwd, 'main.tf'), `output "text" {\n  value = "${text}"\n}\n`)
    return buffer(create({ gzip: true, cwd }, ['main.tf']))
  }
}

function demand(told: Told): Told {
  if (told.fault !== '') throw new Failed(told.fault)
  return told
}

export type Data = {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links?: { readonly upload?: string }
} & readonly { readonly id: string }[]

export const dataOf = ({ bytes }: Pick<Told, 'bytes'>): Data =>
  (JSON.parse(bytes.toString()) as { data: Data }).data

/** Of a link that the platform gave, by the address that it is known by. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'http://any')
  return pathname + search
}
