import type { ModulePart, ModuleSource } from '@engine/module-source'
import type { Dice } from './dice.js'
import { subjects, vocabulary } from './words.js'

const types = ['string', 'number', 'bool', 'list(string)', 'map(string)', 'any', 'object({ name = string })']

const plain = { sensitive: false, ephemeral: false, deprecated: '' }

export function sentence(dice: Dice, words = dice.between(6, 16)): string {
  const [first = '', ...rest] = dice.many(words, () => dice.prefer(vocabulary))
  return `${first.charAt(0).toUpperCase()}${[first.slice(1), ...rest].join(' ')}.`
}

/** Declarations that a module of this kind would have. */
export function moduleSource(dice: Dice, name: string, provider: string): ModuleSource {
  const submodules = dice.many(dice.between(0, 2), () => dice.pick(subjects))
  const examples = ['complete', 'basic'].slice(0, dice.between(0, 2))
  return {
    root: {
      ...part(dice, '', provider, dice.between(4, 18)),
      readme: readme(dice, name),
    },
    submodules: sortedPaths('modules', submodules).map((path) => part(dice, path, provider, 4)),
    examples: sortedPaths('examples', examples).map((path) => part(dice, path, provider, 0)),
    warnings: [],
  }
}

const sortedPaths = (folder: string, names: readonly string[]): string[] =>
  [...new Set(names)].sort().map((name) => `${folder}/${name}`)

function readme(dice: Dice, name: string): string {
  const paragraphs = dice.many(dice.between(2, 6), () => dice.many(dice.between(2, 5), () => sentence(dice)))
  const [first = [], ...rest] = paragraphs.map((sentences) => sentences.join(' '))
  return [`# ${name}`, first, '## Usage', ...rest].join('\n\n')
}

function part(dice: Dice, path: string, provider: string, size: number): ModulePart {
  const word = () => dice.prefer(subjects).replaceAll('-', '_')
  const names = (count: number) =>
    [...new Set(dice.many(count, () => `${word()}_${dice.prefer(vocabulary)}`))].sort()
  return {
    path,
    readme: '',
    empty: size === 0,
    inputs: names(size).map((name) => {
      const required = dice.next() < 0.3
      const type = dice.pick(types)
      return {
        name,
        type,
        description: sentence(dice),
        default: required ? '' : 'null',
        required,
        const: false,
        ...plain,
      }
    }),
    outputs: names(Math.ceil(size / 2)).map((name) => ({
      name,
      type: '',
      description: sentence(dice, 6),
      ...plain,
    })),
    dependencies: [],
    computedCalls: [],
    providers: [
      {
        ...{ name: provider, source: `clouds/${provider}`, version: `>= ${dice.between(1, 6)}.0` },
        configurationAliases: [],
      },
    ],
    engineConstraint: '',
    engineConstraints: [],
    resources: names(Math.ceil(size / 2)).map((name) => ({ name, type: `${provider}_${word()}` })),
  }
}
