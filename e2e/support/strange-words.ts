/**
 * Words that the trade does not use for these things, that name no role, or that are riddles; in no visible text of the
 * console. Words with another use, such as "turn off", and those that the engine's parser says, are not among them.
 */
const words = [
  // Of our own for what the field has a word for.
  ...['kept answers?', 'remembered', 'hangs on', 'heard', 'caught up', 'shelf', 'surroundings', 'upkeep'],
  ...['spellings', 'spoken', 'lender', 'loan', 'lent', 'entrance', 'nowhere', 'unkept'],
  // For roles.
  ...['whoever', 'somebody', 'nobody', 'everybody'],
  // For what a thing does or what became of it.
  ...[
    'told',
    'happened here',
    'entitled to',
    'days in numbers',
    'take out',
    'made by',
    'look only',
    'may do',
  ],
  ...[
    'works for',
    'withdraw trust',
    'seen by',
    'take over',
    'taken over',
    'goe?s? on',
    'let in again',
    'is gone',
  ],
  ...['good any more', 'for ever', 'from then on', 'from now on'],
]

export const strangeWords = new RegExp(`\\b(${words.join('|')})\\b`, 'i')
