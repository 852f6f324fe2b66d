import { Fault } from './fault.mjs'
import { installPackages } from './packages.mjs'
import { run } from './processes.mjs'
import { program, quietTools } from './workspace.mjs'

/** Installs the packages that are missing, and builds everything. */
export async function build(progress) {
  await installPackages(progress)
  await progress.step('Building', (detail) => runTasks(['build'], { onTask: detail }))
}

/** As {@link build}, the API and what it needs alone. */
export async function buildApi(progress) {
  await installPackages(progress)
  await progress.step('Building the API', (detail) =>
    runTasks(['build'], { filter: '@engine/api', onTask: detail }),
  )
}

/**
 * Runs tasks of turbo.json, with what is unchanged taken from its cache. `onTask` is told of each task that starts.
 * A failing task is a fault that shows its output.
 */
export async function runTasks(tasks, { filter, onTask, env = process.env, flags = [] } = {}) {
  const args = ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped', ...flags]
  if (filter) args.push(`--filter=${filter}`)
  const { code, output } = await run(process.execPath, [program('turbo'), ...args], {
    env: { ...env, ...quietTools, ENGINE_NODE_VERSION: process.version },
    onLine: (line) => {
      const [, workspace, task] = /^(\S+?):(\S+): cache (?:miss|bypass)/.exec(line) ?? []
      if (task) onTask?.(`${task} ${workspace}`)
    },
  })
  if (code !== 0) throw new Fault(`${output}\n${tasks.join(', ')} failed: see above.`)
}
