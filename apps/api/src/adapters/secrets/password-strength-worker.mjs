// @ts-check
// A separate thread, since judging a hostile password takes long and the word lists take memory.
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/** Words that are commonly known of this platform, and greetings. */
const platformWords = [
  'welcome',
  'willkommen',
  'bienvenue',
  'bienvenido',
  'benvenuto',
  'engine',
  'platform',
  'console',
].concat(['registry', 'module', 'provider', 'workspace'])

/** Words in passwords that have to change every few months, in the languages that write them so. */
const seasons = [
  'spring summer autumn fall winter',
  'frühling fruehling sommer herbst',
  'printemps été ete automne hiver',
  'primavera verano otoño otono invierno estate autunno inverno verão verao outono',
  'lente zomer herfst vår host høst jul',
]
const months = [
  'january february march april may june july august september october november december',
  'januar februar märz maerz mai juni juli oktober dezember',
  'janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
]

/** Examples of good passwords, which are well known since. */
const phrases = ['correct horse battery staple', 'tr0ub4dor&3', 'hunter2 hunter2', 'open sesame', 'let me in']

/** However the words of a phrase are joined. */
const joined = (/** @type {string} */ phrase) =>
  ['', ' ', '-', '_', '.'].map((by) => phrase.split(' ').join(by))

const strength = new ZxcvbnFactory({
  dictionary: {
    ...common.dictionary,
    ...english.dictionary,
    platformWords: [
      ...phrases.flatMap(joined),
      ...platformWords,
      ...[...seasons, ...months].flatMap((line) => line.split(' ')),
    ],
  },
  graphs: common.adjacencyGraphs,
})

/** A name or an address, and the words that it is made of. */
const wordsOf = (/** @type {string} */ text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]

/** Marks around a word that make it count as a password: a year or a short number, and some signs. */
const marks = String.raw`[\p{P}\p{S}\s]{0,3}`
const number = String.raw`(?:(?:19|20)\d\d|\d{1,2}|1234?)?`
const decoration = new RegExp(`^${marks}${number}${marks}|${marks}${number}${marks}$`, 'gu')

/** Number of a word's decorations that guessers try. */
const mostDecorated = 10_000

/** @typedef {{ password: string, texts: readonly string[] }} Question */

parentPort?.on('message', (/** @type {Question} */ { password, texts }) => {
  const words = [...new Set(texts.flatMap(wordsOf).filter((word) => word.length > 2))]
  const isDecorated = strength.check(password.replace(decoration, ''), words).guesses < mostDecorated
  const { score } = strength.check(password, words)
  parentPort?.postMessage({ score: isDecorated ? 0 : score }, [])
})
