import { Fault } from './fault.mjs'
import { run } from './processes.mjs'
import { program, quietTools } from './workspace.mjs'

/**
 * Runs tasks of turbo.json, where results of checks and tests of what is unchanged come from its cache. `onTask` is told
 * of each task that starts. A failing task is a fault that shows its output.
 */
export async function runTasks(tasks, { filter, onTask, env = process.env, flags = [] } = {}) {
  const args = ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped', ...flags]
  if (filter) args.push(`--filter=${filter}`)
  const { code, output } = await run(process.execPath, [program('turbo'), ...args], {
    env: { ...env, ...own() },
    onLine: (line) => {
      const [, workspace, task] = /^(\S+?):(\S+): cache (?:miss|bypass)/.exec(line) ?? []
      if (task) onTask?.(`${task} ${workspace}`)
    },
  })
  if (code !== 0) throw new Fault(`${output}\n${tasks.join(', ')} failed: see above.`)
}

/**
 * Lists what turbo would run for these tasks, each with its `command`, `directory` and the `hash` of all its inputs.
 */
export async function dryRun(tasks, filter) {
  const args = ['run', ...tasks, '--dry=json', ...(filter ? [`--filter=${filter}`] : [])]
  const { code, output } = await run(process.execPath, [program('turbo'), ...args], {
    env: { ...process.env, ...own() },
  })
  if (code !== 0) throw new Fault(`${output}\nThe tasks could not be listed: see above.`)
  // Turbo's messages come on the other stream.
  return JSON.parse(/^\{$.*^\}$/ms.exec(output)[0]).tasks
}

const own = () => ({
  ...quietTools,
  ENGINE_NODE_VERSION: process.version,
  BUILD_STARTER: String(process.pid),
  BUILD_LOCKED: process.env['BUILD_LOCKED'],
})
