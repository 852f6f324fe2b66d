/** The exit codes of the program, listed by `--help` and docs/PUBLISHING.md. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  module: 4,
  exists: 5,
  breaking: 6,
  interrupted: 130,
} as const

/** A fault that the user can mend; `message` explains it in plain words, on one line or a few. */
export class Fault extends Error {
  constructor(
    readonly kind: Exclude<keyof typeof exitCodes, 'ok'>,
    message: string,
  ) {
    super(message)
    this.name = 'Fault'
  }
}

/** Fault of the arguments or the variables. */
export function usage(message: string): Fault {
  return new Fault('usage', `${message}\nengine-publish --help tells more`)
}
