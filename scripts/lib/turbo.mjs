import { Fault } from './fault.mjs'
import { run } from './processes.mjs'
import { program, quietTools } from './workspace.mjs'

/**
 * Runs tasks of turbo.json, with what is unchanged taken from its cache. `onTask` hears of each task that starts.
 * A failing task is a fault that shows its output.
 */
export async function runTasks(tasks, { filter, onTask } = {}) {
  const args = ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped']
  if (filter) args.push(`--filter=${filter}`)
  const { code, output } = await run(process.execPath, [program('turbo'), ...args], {
    env: { ...process.env, ...quietTools },
    onLine: (line) => {
      const task = /^(\S+):(\w+): cache miss/.exec(line)
      if (task) onTask?.(`${task[2]} ${task[1]}`)
    },
  })
  if (code !== 0) throw new Fault(`${output}\n${tasks.join(', ')} failed: see above.`)
  return output
}
