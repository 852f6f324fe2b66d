import { parseSync } from '@swc/core'

const kinds = { describe: 'describe', suite: 'describe', test: 'test', it: 'test' }
const leftOut = new Set(['skip', 'todo', 'fails', 'fixme', 'skipIf', 'runIf'])

/**
 * The rules that a test file proves, as `{ rules, faults }`: each rule as `{ source, text, title }` with the title of the
 * test that follows its `rule(source, text)`, those of the blocks around it first: `the list > is by name`. A rule by no
 * test, or by one that is not always run, is a fault.
 */
export function rulesInTests(code) {
  const rules = []
  const faults = []
  const tests = []
  visit(parseSync(code, { syntax: 'typescript', decorators: true }).body, [], false)
  return { rules, faults }

  function visit(node, path, isSkipped) {
    if (Array.isArray(node)) return visitEach(node, path, isSkipped)
    if (typeof node !== 'object' || node === null) return
    const call = node.type === 'CallExpression' ? calledTest(node) : undefined
    if (!call) return Object.values(node).forEach((each) => visit(each, path, isSkipped))
    const titles = [...path, call.title]
    const isLeftOut = isSkipped || call.modifiers.some((name) => leftOut.has(name))
    if (call.kind === 'describe') return visit(call.body, titles, isLeftOut)
    visit(call.body, titles, isLeftOut)
    tests.push({ title: titles.join(' > '), isSkipped: isLeftOut })
  }

  function visitEach(nodes, path, isSkipped) {
    let waiting = []
    for (const node of nodes) {
      const rule = calledRule(node)
      if (rule) {
        waiting.push(rule)
        continue
      }
      const before = tests.length
      visit(node, path, isSkipped)
      if (waiting.length > 0) settle(waiting, tests.slice(before))
      waiting = []
    }
    settle(waiting, [])
  }

  function settle(waiting, [test, ...others]) {
    for (const { source, text } of waiting) {
      if (!source || !text) faults.push('a rule is two texts, its source and its words')
      else if (!test || others.length > 0) faults.push(`no single test follows the rule "${source}: ${text}"`)
      else if (test.isSkipped) faults.push(`"${test.title}" is not always run, so it proves no rule`)
      else rules.push({ source, text, title: test.title })
    }
  }
}

function calledRule(node) {
  if (node?.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return undefined
  const { expression } = node
  if (expression.callee.value !== 'rule') return undefined
  const [source, text] = expression.arguments.map((each) => literal(each.expression))
  return { source, text }
}

/** Reads a call: `test.skipIf(x).each(list)('title', body)` → its kind, the names in it, and its literal title. */
function calledTest({ callee, arguments: given }) {
  const modifiers = []
  let base = callee
  while (base.type === 'MemberExpression' || base.type === 'CallExpression') {
    if (base.type === 'MemberExpression') modifiers.push(base.property.value)
    base = base.type === 'MemberExpression' ? base.object : base.callee
  }
  const kind = base.type === 'Identifier' && Object.hasOwn(kinds, base.value) ? kinds[base.value] : undefined
  const title = kind && literal(given[0]?.expression)
  return title === undefined ? undefined : { kind, modifiers, title, body: given.slice(1) }
}

function literal(node) {
  if (node?.type === 'StringLiteral') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].cooked : undefined
}
