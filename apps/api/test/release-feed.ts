import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestApp } from './app.js'
import { temporaryFolder } from './temporary-folder.js'

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
export async function startFeedApp() {
  const folder = await temporaryFolder()
  const feed = join(folder, 'feed.json')
  const app = await startTestApp({ ENGINE_VERSIONS_FEED: feed })
  const admin = await app.make.administrator()
  return {
    ...{ app, admin },
    /** Writes the feed: an object as JSON, a text as it is. */
    write: (content: object | string) =>
      writeFile(feed, typeof content === 'string' ? content : JSON.stringify(content)),
    /** Makes the version known, as its entry in a feed says. */
    know: (version: string, more: object = {}) =>
      app.services.engineVersions.create(admin.ctx, { ...release(version), ...more }),
  }
}
