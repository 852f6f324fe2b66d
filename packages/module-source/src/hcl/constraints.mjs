// @ts-check
// What the engine takes for a constraint on versions.

const blank = '[\\t\\n\\f\\r ]*'
const begin = `^${blank}(?:(?:=|!=|>=?|<=?|~>)${blank})?`
const suffix = '[A-Za-z~-][\\dA-Za-z~-]*(?:\\.[\\dA-Za-z~-]+)*'
const release = `v?\\d+(?:\\.\\d+)*(?:-\\d[\\dA-Za-z~-]*(?:\\.[\\dA-Za-z~-]+)*|-?${suffix})?`
const build = '(?:\\+[\\dA-Za-z~-]+(?:\\.[\\dA-Za-z~-]+)*)?'
const condition = new RegExp(`${begin}${release}${build}${blank}$`)

/** Pattern for constraints of providers, which is stricter. */
const ofProvider = new RegExp(`${begin}\\d+(?:\\.\\d+){0,2}(?![\\d.A-Za-z])[^~]*$`)

/** Tells whether a text is a constraint for engines and modules, such as `>= 1.2, < 2.0`. */
export function isConstraint(/** @type {string} */ text) {
  return text.split(',').every((part) => condition.test(part))
}

export function isProviderConstraint(/** @type {string} */ text) {
  return isConstraint(text) && text.split(',').every((part) => ofProvider.test(part))
}
