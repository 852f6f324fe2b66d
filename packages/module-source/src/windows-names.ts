import { setImmediate } from 'node:timers/promises'
import { quoted } from './archives/entry-path.js'
import { keptSentence } from './module-source.js'

/** Names that stand for devices, whatever ending they have. */
const device = /^(con|conin\$|conout\$|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\..*)?$/i

/**
 * Says of the paths in an archive why Windows cannot have them, in at most a number of sentences, one for
 * each; of all that lies in a folder that it cannot have, only of the folder.
 */
export async function unfitForWindows(paths: Iterable<string>, most: number): Promise<string[]> {
  const found = new Map<string, string>()
  let step = 0
  for (const path of paths) {
    // Other work runs meanwhile.
    if (++step % 500 === 0) await setImmediate()
    const parts = path.split('/')
    const at = parts.findIndex((part) => faultOf(part) !== undefined)
    if (at === -1) continue
    const unfit = parts.slice(0, at + 1).join('/')
    found.set(unfit, `Windows cannot have ${quoted(unfit)}: ${faultOf(parts[at] ?? '')}; rename it`)
    if (found.size === most) break
  }
  return [...found.values()].map(keptSentence)
}

function faultOf(name: string): string | undefined {
  const [, named] = device.exec(name) ?? []
  if (named !== undefined) return `there ${named} is the name of a device`
  const [forbidden] = /[<>:"|?*]/.exec(name) ?? []
  if (forbidden !== undefined) return `no name there has a ${forbidden}`
  return /[. ]$/.test(name) ? 'no name there ends in a dot or a blank' : undefined
}
