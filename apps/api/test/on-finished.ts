import { afterAll, onTestFinished, TestRunner } from 'vitest'

type End = () => void | Promise<void>

/** Work that the top of a file began and has not ended yet. */
const begun = new Set<End>()

/** Ends what a test began, after it, or what the top of a file began, after the file's last test: the newest first. */
export function onFinished(end: End): void {
  if (TestRunner.getCurrentTest()) return onTestFinished(end)
  begun.add(end)
  afterAll(() => finish(end))
}

/** Ends what the file before began and no test ended: it failed at its top, or its tests are only listed. */
export async function endUnfinished(): Promise<void> {
  for (const end of [...begun].reverse()) await finish(end)
}

async function finish(end: End): Promise<void> {
  begun.delete(end)
  await end()
}
