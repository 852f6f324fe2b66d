import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Closing } from './program.js'

/** The part of all processors that several processes may use together: the rest is the load generator's. */
const together = 0.3

/** The time in microseconds over which a limit holds: short, so that no request waits long for its process. */
const period = 10_000

/** The two forms of Linux control groups: where groups are made, and the file of a limit with its content. */
const forms = [
  {
    root: '/sys/fs/cgroup/cpu',
    limits: (quota: number) => ({ 'cpu.cfs_period_us': `${period}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
  { root: '/sys/fs/cgroup', limits: (quota: number) => ({ 'cpu.max': `${quota} ${period}` }) },
] as const

/**
 * Limits each of these processes to the same part of a processor, so that a number of them and what loads them find
 * room on this machine. Returns that part; undefined where no limit can be set: not on Linux, or not as root.
 */
export async function limitProcessors(
  pids: readonly number[],
  processes: number,
  closing: Closing,
): Promise<number | undefined> {
  const part = Math.min(1, (together * availableParallelism()) / processes)
  const form = forms.find(({ root }) => existsSync(join(root, 'cgroup.procs')))
  if (!form) return undefined
  const limits = Object.entries(form.limits(Math.round(part * period)))
  try {
    for (const pid of pids) {
      const group = join(form.root, `engine-bench-${pid}`)
      await mkdir(group)
      closing.push(() => removeGroup(group, form.root))
      for (const [file, content] of limits) await writeFile(join(group, file), content)
      await writeFile(join(group, 'cgroup.procs'), String(pid))
    }
    return part
  } catch {
    return undefined
  }
}

/** Removes a group, once its process is in that of the root again. */
async function removeGroup(group: string, root: string): Promise<void> {
  const pids = (await readFile(join(group, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean)
  for (const pid of pids) await writeFile(join(root, 'cgroup.procs'), pid)
  await rmdir(group)
}
