// @ts-check
// Addresses in a module, which engines read as they are written, before they compute anything.
import { isTemplate } from './templates.mjs'
import { Tokens } from './tokens.mjs'

/** @typedef {import('jsonc-parser').Node} Node */

/** One part of an address: `.name`, or a key in brackets. */
/** @typedef {{ name: string } | { key: string }} Step */

/**
 * The steps of an address such as `module.a["x"].b`; undefined of any other expression. In the JSON syntax a text is an
 * address, in the native one an expression or, as in old modules, a text.
 * @returns {Step[] | undefined}
 */
export function addressOf(/** @type {Node} */ { type, value }, /** @type {boolean} */ isNative) {
  if (type !== 'string') return undefined
  const [, expression] = (isNative && /^\$\{([^]*)\}$/.exec(value)) || []
  const [first, ...rest] = [...new Tokens(expression ?? value).from(0)].filter(({ kind }) => kind !== 'end')
  if (first?.kind !== 'word') return undefined
  /** @type {Step[]} */
  const steps = [{ name: first.text }]
  for (let at = 0; at < rest.length;) {
    const [sign, part, closing] = rest.slice(at, at + 3)
    if (!part) return undefined
    const isKey = part.kind === 'number' || (part.kind === 'quote' && !isTemplate(part.text))
    if (sign?.text === '.' && (part.kind === 'word' || part.kind === 'number')) at += 2
    else if (sign?.text === '[' && isKey && closing?.text === ']') at += 3
    else return undefined
    steps.push(part.kind === 'word' ? { name: part.text } : { key: part.text })
  }
  return steps
}

/** The names of an address that has no keys. */
export function namesOf(/** @type {readonly Step[] | undefined} */ steps) {
  const names = steps?.flatMap((step) => ('name' in step ? [step.name] : []))
  return names?.length === steps?.length ? names : undefined
}

/**
 * Returns what stands at an address, as blocks that move or remove it write it; undefined where nothing can.
 * @returns {{ kind: 'module' | 'resource' | 'data', hasKeys: boolean } | undefined}
 */
export function placeAt(/** @type {readonly Step[] | undefined} */ steps) {
  if (!steps) return undefined
  const rest = [...steps]
  const takesName = (/** @type {string | undefined} */ wanted) => {
    const [step] = rest
    if (!step || !('name' in step) || (wanted !== undefined && step.name !== wanted)) return undefined
    rest.shift()
    return step.name
  }
  let hasKeys = false
  const takesKey = () => {
    if (rest[0] && 'key' in rest[0]) hasKeys = Boolean(rest.shift())
  }
  while (takesName('module') !== undefined) {
    if (takesName(undefined) === undefined) return undefined
    takesKey()
  }
  if (rest.length === 0) return { kind: 'module', hasKeys }
  const mode = takesName('data') ?? takesName('ephemeral') ?? takesName('resource')
  if (takesName(undefined) === undefined || takesName(undefined) === undefined) return undefined
  takesKey()
  if (rest.length > 0) return undefined
  return { kind: mode === undefined || mode === 'resource' ? 'resource' : 'data', hasKeys }
}
