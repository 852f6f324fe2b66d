import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import type { Dice } from '../bench/dice.js'
import { dataOf, demand, pathOf, type Data, type Look, type Traffic } from '../server/traffic.js'

const kind = 'look'

export class Work {
  constructor(
    readonly dice: Dice,
    /** Another for each story. */
    readonly number: number,
    readonly traffic: Traffic,
  ) {}

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
    return this.look(path, async (traffic) => demand(await traffic.ask({ kind, path, ...asked })))
  }

  /** The same of what the registry gives out at this address: the archive, byte by byte. */
  expectArchive(address: string, archive: Buffer | undefined): Promise<unknown> {
    const path = `/v1/modules/${address}/download`
    const faultOf = (bytes: Buffer): string => (archive?.equals(bytes) === true ? '' : 'another archive')
    return this.look(path, async (traffic) => {
      const told = demand(await traffic.ask({ kind, path, status: archive ? 204 : 404 }))
      const link = pathOf(told.headers['x-engine-get'])
      if (archive) demand(await traffic.ask({ kind, path: link, status: 200, faultOf }))
    })
  }

  private look(path: string, look: Look): Promise<unknown> {
    this.traffic.looks.set(path, look)
    return look(this.traffic)
  }

  /** A module whose bytes are like no other's. */
  archive(text: string): Buffer {
    const source = Buffer.from(`output "text" {\n  value = "${text}"\n}\n`)
    const head = Buffer.alloc(512)
    new Header({ path: 'main.tf', type: 'File', mode: 0o644, size: source.length }).encode(head)
    // The source fills a block, and two empty ones end the whole.
    return gzipSync(Buffer.concat([head, source], 4 * 512))
  }
}
