// @ts-check
// Provisioners and the data of a check: blocks with labels within other blocks.
import { Fault, titleOf } from './faults.mjs'
import { bodiesIn, membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./arguments.mjs').LineOf} LineOf */
/** @typedef {import('./init-faults.mjs').LookedAt} LookedAt */

/** Provisioners that engines had before 0.15. */
const removed = new Set(['chef', 'habitat', 'puppet', 'salt-masterless'])

const keywords = { when: ['create', 'destroy'], on_failure: ['continue', 'fail'] }

/** Throws what every engine refuses of the provisioners of a block. */
export function checkProvisioners(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const node = membersOf(body).get('provisioner')
  if (!node || block.isArgument?.('provisioner')) return
  // The parser puts blocks with labels into an object, and those without into an array.
  if (block.isArgument && node.type === 'array')
    throw new Fault(
      `a provisioner of ${titleOf(block)} has no label: write provisioner "local-exec" { … }`,
      lineOf(['provisioner'], node),
    )
  for (const types of bodiesIn(node))
    for (const [type, below] of membersOf(types)) {
      const line = () => lineOf(['provisioner'], below)
      const title = `the provisioner ${JSON.stringify(type.slice(0, 100))} of ${titleOf(block)}`
      if (block.isArgument && below.type === 'object')
        throw new Fault(`${title} has more than one label: leave it one`, line())
      if (removed.has(type))
        throw new Fault(`${title} is one that no engine has since 0.15: remove it`, line())
      for (const each of bodiesIn(below)) checkProvisioner(block, title, each, lineOf)
    }
}

function checkProvisioner(
  /** @type {LookedAt} */ block,
  /** @type {string} */ title,
  /** @type {Node} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const members = membersOf(body)
  for (const [name, words] of Object.entries(keywords)) {
    const node = members.get(name)
    if (!node) continue
    const text = String(node.value)
    const word = block.isArgument ? text.replace(/^\$\{\s*([\w-]+)\s*\}$/, '$1') : text
    if (!words.includes(word))
      throw new Fault(
        `${name} of ${title} must be ${words.join(' or ')}`,
        lineOf(['provisioner', name], node),
      )
  }
  for (const name of ['connection', '_'])
    if (bodiesIn(members.get(name)).length > 1)
      throw new Fault(
        `${title} has more than one ${name} block: make one of them`,
        lineOf(['provisioner', name], bodiesIn(members.get(name))[1]),
      )
  if (bodiesIn(members.get('lifecycle')).length > 0)
    throw new Fault(
      `${title} has a lifecycle block, which only the resource can have: move it there`,
      lineOf(['provisioner', 'lifecycle'], members.get('lifecycle')),
    )
}

/** Throws what every engine refuses of the data that a check asks for. */
export function checkData(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const found = bodiesIn(membersOf(body).get('data'))
    .flatMap((types) => [...membersOf(types).values()])
    .flatMap(bodiesIn)
    .flatMap((names) => [...membersOf(names).values()])
    .flatMap(bodiesIn)
  if (found[1])
    throw new Fault(
      `${titleOf(block)} has more than one data block: put the others into separate checks`,
      lineOf(['data'], found[1]),
    )
  const members = membersOf(found[0])
  const name = ['count', 'for_each', 'lifecycle'].find((each) => members.has(each))
  if (name !== undefined)
    throw new Fault(
      `the data of ${titleOf(block)} has ${JSON.stringify(name)}, which no data in a check can have: remove it`,
      lineOf(['data', name], members.get(name)),
    )
}
