import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  remove(): Promise<void>
}

/** A disk with this number of megabytes, where this machine lets tests have one. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-small-disk-'))
  const remove = () => rm(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await remove()
    return undefined
  }
  await chmod(folder, 0o755)
  return {
    folder,
    async remove() {
      execFileSync('umount', [folder])
      await remove()
    },
  }
}
