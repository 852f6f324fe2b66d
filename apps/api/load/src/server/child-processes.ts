import { readFile } from 'node:fs/promises'

/** The processes that one has started; none where the system does not tell: it is not Linux, or the process has ended. */
export async function startedBy(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '')
  return children.split(' ').filter(Boolean).map(Number)
}
