import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { withLock } from './lock.mjs'
import { faultOf, forget } from './made.mjs'
import { installPackages } from './packages.mjs'
import { dryRun, runTasks } from './turbo.mjs'
import { root } from './workspace.mjs'

const lock = join(root, '.turbo/build.lock')

/**
 * Runs `work` while nothing else builds or installs in this checkout; what `work` starts counts as part of it. A
 * process that has to wait says so by `note`.
 */
export async function withBuildLock(work, note) {
  if (process.env['BUILD_LOCKED']) return await work()
  const onWait = (pid) =>
    note?.(
      `Another command is building in this folder (process ${pid}). This one goes on when that has ended.`,
    )
  const locked = async () => {
    process.env['BUILD_LOCKED'] = '1'
    try {
      return await work()
    } finally {
      delete process.env['BUILD_LOCKED']
    }
  }
  return await withLock(lock, locked, { onWait }).catch((error) => {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    throw new Fault(
      `This user may not build here (${error.message}). Build as the owner of the folder, and start with --no-build.`,
    )
  })
}

/** Installs the packages that are missing, and builds everything that is not there as it should be. */
export const build = (progress) => buildTasks(progress, 'Building')

/** Works as {@link build}, for the API and what it needs alone. */
export const buildApi = (progress) => buildTasks(progress, 'Building the API', '@engine/api')

async function buildTasks(progress, title, filter) {
  const work = async () => {
    await installPackages(progress)
    await progress.step(title, async (detail) => {
      const before = await faultsOf(filter)
      if (before.length === 0) return
      for (const { folder, fault } of before.filter((each) => each.fault !== 'absent'))
        progress.note(`  The build in ${folder} is not whole (${fault}), and is made again.`)
      const telling = tellWhatIsMade(before, detail)
      await runTasks(['build'], { filter }).finally(() => clearInterval(telling))
      // From whichever sources: one may have been saved meanwhile.
      for (const { folder } of before) {
        const fault = faultOf(join(root, folder))
        if (fault) throw new Fault(`The build in ${folder} is not whole: ${fault}.`)
      }
    })
  }
  await withBuildLock(work, progress.note)
}

/**
 * Says which of these folders is being made, by the `.new` folder next to it: turbo tells of a task when it has ended.
 */
function tellWhatIsMade(folders, detail) {
  let told
  return setInterval(() => {
    const at = folders.find(({ folder }) => existsSync(join(root, `${folder}.new`)))
    if (at && at !== told) detail(at.folder)
    told = at ?? told
  }, 250)
}

/** The folders of a build that are not there as they should be, from the sources that are there. */
async function faultsOf(filter) {
  const tasks = await dryRun(['build'], filter)
  return tasks
    .flatMap(({ command, directory, hash }) =>
      foldersOf(command).map((name) => ({ folder: `${directory}/${name}`, hash })),
    )
    .map(({ folder, hash }) => ({ folder, fault: faultOf(join(root, folder), hash) }))
    .filter(({ fault }) => fault)
}

/** Throws a fault unless all that the builds of these workspaces make is there, whole, from whichever sources. */
export function demandBuild(workspaces = workspacesIn('packages', 'apps')) {
  for (const workspace of workspaces) {
    for (const name of madeBy(workspace)) {
      const fault = faultOf(join(root, workspace, name))
      if (!fault) continue
      const what = fault === 'absent' ? 'There is no build' : 'The build is not whole'
      const where = `${workspace}/${name}${fault === 'absent' ? '' : `: ${fault}`}`
      throw new Fault(`${what} in ${where}. Run npm run build, or leave --no-build out.`)
    }
  }
}

/** The workspaces that the API alone runs from. */
export const apiWorkspaces = () => [...workspacesIn('packages'), 'apps/api']

/** Makes the next build of a workspace start again: its output is about to be changed by other means. */
export function forgetBuild(workspace) {
  for (const name of madeBy(workspace)) forget(join(root, workspace, name))
}

const workspacesIn = (...folders) =>
  folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))

function madeBy(workspace) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return foldersOf(scripts.build ?? '')
}

/** The folders that a script makes by `make.mjs`. */
const foldersOf = (command) =>
  [...command.matchAll(/make\.mjs (?:--entry \S+ )*(\S+)/g)].map(([, name]) => name)
