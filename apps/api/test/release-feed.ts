import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineVersion } from '../src/domain/engine-versions/engine-version.js'
import { startTestApp, type TestApp } from './app.js'
import type { Person } from './makers.js'

/** The checksum of every archive in a feed, unless it says otherwise. */
export const sha = 'a'.repeat(64)

/** An entry of a feed of engine versions. */
export const release = (version: string, more: object = {}) => ({
  version,
  url: `https://releases.example/engine_${version}.zip`,
  sha,
  ...more,
})

export const otherSha = 'b'.repeat(64)

/** The app with a feed that the test writes, and an administrator. */
export interface FeedApp {
  readonly app: TestApp
  readonly admin: Person
  /** As JSON, or as the text it is. */
  write(content: object | string): Promise<void>
  /** Makes the version known, as its entry in a feed says. */
  know(version: string, more?: object): Promise<EngineVersion>
  stop(): Promise<void>
}

export async function startFeedApp(): Promise<FeedApp> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-feed-'))
  const feed = join(folder, 'feed.json')
  const app = await startTestApp({ ENGINE_VERSIONS_FEED: feed })
  const admin = await app.make.administrator()
  return {
    app,
    admin,
    write: (content) => writeFile(feed, typeof content === 'string' ? content : JSON.stringify(content)),
    know: (version, more = {}) =>
      app.services.engineVersions.create(admin.ctx, { ...release(version), ...more }),
    async stop() {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
