/** The checksum of every archive in a feed, unless it says otherwise. */
export const sha = 'a'.repeat(64)

/** An entry of a feed of engine versions. */
export const release = (version: string, more: object = {}) => ({
  version,
  url: `https://releases.example/engine_${version}.zip`,
  sha,
  ...more,
})
