// `npm run test:guards`: switches off each guard of docs/SECURITY.md in turn, in a copy of the repository, and requires
// its test to fail. Prints guard by guard which test failed, and ends with 1 where one did not.
//
//   --only ID,ID   these guards alone, such as those that survived; an id ending in `-` means all that begin so
import './lib/node-version.mjs'
import { parseArgs } from 'node:util'
import { checkGuards } from './guards/check.mjs'
import { promises } from './guards/promises.mjs'
import { namePattern, runTests, workspaceOf } from './guards/run.mjs'
import { openStage } from './guards/stage.mjs'
import { Fault, main } from './lib/fault.mjs'
import { installPackages } from './lib/packages.mjs'
import { endAll } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { knownVariables } from './lib/settings.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { quietTools, root } from './lib/workspace.mjs'

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })

// How the tester's own platform is set up must not change what the tests find.
const env = { ...process.env, ...quietTools, NO_COLOR: '1' }
for (const name of [...knownVariables(), 'FORCE_COLOR', 'TEST_POSTGRES_BIN']) delete env[name]

let stage

await main(async () => {
  onStopSignal(() => {
    endAll('SIGTERM')
    stage?.remove()
    process.exit(130)
  })
  stopWithNpm()
  const progress = createProgress()
  const faults = checkGuards(root, promises)
  if (faults.length > 0) throw new Fault(faults.join('\n'))
  const guards = chosen(promises.flatMap((each) => each.guards))
  await installPackages(progress)
  await progress.step('Making what the tests need', async (detail) => {
    await runTasks(['generate'], { onTask: detail })
    await runTasks(['build'], { filter: './packages/*', onTask: detail })
  })
  stage = await progress.step('Copying the repository', () => openStage(root))
  try {
    await progress.step('Every test passes while all guards stand', () => passUndamaged(guards))
    const survivors = []
    for (const [index, guard] of guards.entries()) {
      const { killer, seconds, why } = await tryWithout(guard)
      const place = `${index + 1}/${guards.length}`.padStart(7)
      const verdict = killer ? `✓ ${guard.id} → ${killer}` : `✗ ${guard.id} SURVIVED: ${why}`
      progress.note(`${place} ${verdict} (${seconds.toFixed(1)} s)`)
      if (!killer) survivors.push(guard.id)
    }
    console.log(`\n${guards.length - survivors.length} guards have a test that fails without them`)
    if (survivors.length > 0)
      throw new Fault(`${survivors.length} have none; again by --only ${survivors.join()}`)
  } finally {
    stage.remove()
  }
})

function chosen(guards) {
  if (options.only === undefined) return guards
  const wanted = options.only.split(',')
  const isMeant = (word, { id }) => id === word || (word.endsWith('-') && id.startsWith(word))
  const unknown = wanted.filter((word) => !guards.some((guard) => isMeant(word, guard)))
  if (unknown.length > 0)
    throw new Fault(
      `Unknown: ${unknown.join(', ')}. The guards are ${guards.map(({ id }) => id).join(', ')}.`,
    )
  return guards.filter((guard) => wanted.some((word) => isMeant(word, guard)))
}

/** A test that fails anyway would prove nothing: each is run once before anything is switched off. */
async function passUndamaged(guards) {
  const files = [...new Set(guards.map(({ test }) => test))]
  for (const workspace of new Set(files.map(workspaceOf))) {
    const own = files.filter((file) => workspaceOf(file) === workspace)
    const { tests, output } = await runTests(stage.folder, own, { env })
    const faults = guards
      .filter(({ test }) => own.includes(test))
      .flatMap((guard) => {
        const meant = tests.filter((test) => isTestOf(guard, test))
        if (meant.length === 0) return [`${guard.id}: its test is not run\n${output}`]
        return meant.filter(({ hasPassed }) => !hasPassed).map(({ message }) => `${guard.id}: ${message}`)
      })
    if (faults.length > 0) throw new Fault(faults.join('\n'))
  }
}

function isTestOf(guard, { file, name }) {
  return file === guard.test && new RegExp(namePattern(guard.name)).test(name)
}

async function tryWithout(guard) {
  const start = performance.now()
  const mend = await stage.damage(guard)
  try {
    const pattern = namePattern(guard.name)
    const { tests, output } = await runTests(stage.folder, [guard.test], { pattern, env })
    const killer = tests.find((test) => isTestOf(guard, test) && !test.hasPassed)
    const why = tests.length > 0 ? `"${guard.name}" passes all the same` : `its test was not run\n${output}`
    return {
      killer: killer && `${guard.test}: ${killer.name}`,
      why,
      seconds: (performance.now() - start) / 1000,
    }
  } finally {
    await mend()
  }
}
