// @ts-check
// What the engine makes of a value where a type is wanted. Only what it surely refuses is a misfit.

/**
 * A type as it is declared: `of` what the elements of a collection are, `elements` of a tuple, `attributes` of an object.
 * @typedef {object} Type
 * @property {string} kind
 * @property {Type} [of]
 * @property {readonly Type[]} [elements]
 * @property {ReadonlyMap<string, Attribute>} [attributes]
 */

/** @typedef {{ type: Type, isOptional: boolean }} Attribute */

const numberText = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[ep][+-]?\d+)?|inf)$/i
const truthTexts = new Set(['true', 'false', '1', '0'])

/**
 * Explains why no value of the type can be made of a value of JSON, such as `[0].size must be a number`.
 * @returns {string | undefined}
 */
export function misfitOf(/** @type {Type} */ type, /** @type {unknown} */ value, at = '') {
  // Nothing is of every type.
  if (value === null) return undefined
  const must = (/** @type {string} */ wanted) => `${at === '' ? 'it' : at} must be ${wanted}`
  switch (type.kind) {
    case 'string':
      return typeof value === 'object' ? must('a string') : undefined
    case 'number':
      return isNumber(value) ? undefined : must('a number')
    case 'bool':
      return isTruth(value) ? undefined : must('true or false')
    case 'list':
    case 'set':
      if (!Array.isArray(value)) return must(`a ${type.kind}, in brackets`)
      return misfitOfEach(
        type.of,
        value.map((each, index) => [`${at}[${index}]`, each]),
        at,
      )
    case 'map':
      if (!isObject(value)) return must('a map, in braces')
      return misfitOfEach(
        type.of,
        Object.entries(value).map(([key, each]) => [`${at}[${JSON.stringify(key)}]`, each]),
        at,
      )
    case 'tuple':
      return misfitOfTuple(type, value, at)
    case 'object':
      return isObject(value) ? misfitOfAttributes(type, value, at) : must('an object, in braces')
    default:
      return undefined
  }
}

function isNumber(/** @type {unknown} */ value) {
  return typeof value === 'number' || (typeof value === 'string' && numberText.test(value))
}

function isTruth(/** @type {unknown} */ value) {
  return typeof value === 'boolean' || (typeof value === 'string' && truthTexts.has(value))
}

/** @returns {value is Record<string, unknown>} */
function isObject(/** @type {unknown} */ value) {
  return typeof value === 'object' && !Array.isArray(value)
}

/** The elements of a collection become of one type, whichever it is. */
function misfitOfEach(
  /** @type {Type | undefined} */ type,
  /** @type {[string, unknown][]} */ values,
  /** @type {string} */ at,
) {
  if (!type) return undefined
  const kinds = new Set(
    values.filter(([, value]) => value !== null).map(([, value]) => typeof value === 'object'),
  )
  if (type.kind === 'any' && kinds.size > 1) return `${at === '' ? 'it' : at} must have elements of one type`
  return first(values, ([place, value]) => misfitOf(type, value, place))
}

function misfitOfTuple(
  /** @type {Type} */ { elements = [] },
  /** @type {unknown} */ value,
  /** @type {string} */ at,
) {
  if (!Array.isArray(value) || value.length !== elements.length)
    return `${at === '' ? 'it' : at} must be a tuple of ${elements.length}, in brackets`
  return first([...elements.entries()], ([index, type]) => misfitOf(type, value[index], `${at}[${index}]`))
}

/** Finds the misfit of attributes; those that the type does not name are left out. */
function misfitOfAttributes(
  /** @type {Type} */ { attributes = new Map() },
  /** @type {Record<string, unknown>} */ members,
  /** @type {string} */ at,
) {
  return first([...attributes], ([name, { type, isOptional }]) => {
    if (Object.hasOwn(members, name)) return misfitOf(type, members[name], `${at}.${name}`)
    return isOptional ? undefined : `${at === '' ? 'it' : at} has no attribute ${JSON.stringify(name)}`
  })
}

/**
 * @template T
 * @returns {string | undefined}
 * @param {readonly T[]} all
 * @param {(one: T) => string | undefined} misfit
 */
function first(all, misfit) {
  for (const one of all) {
    const found = misfit(one)
    if (found !== undefined) return found
  }
  return undefined
}
