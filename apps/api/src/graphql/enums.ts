import { registerEnumType } from 'type-graphql'

type Values<Word extends string> = Readonly<Record<string, Word>>
type EnumConfig = Omit<Parameters<typeof registerEnumType<Values<string>>>[1], 'name'>

/** Registers an enum whose values are words of the domain, and returns the object that stands for it in decorators. */
export function enumOf<Word extends string>(
  name: string,
  words: readonly Word[],
  config: EnumConfig = {},
): Values<Word> {
  const values: Values<Word> = Object.fromEntries(words.map((word) => [valueName(word), word]))
  registerEnumType(values, { name, ...config })
  return values
}

/** Returns the name of a value: `end-of-life` is `END_OF_LIFE`, `ciIdentities` is `CI_IDENTITIES`. */
const valueName = (word: string): string =>
  word
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1_')
    .replaceAll(/[-:]/g, '_')
    .toUpperCase()
