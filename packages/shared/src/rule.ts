/**
 * Says which rule of the specification or the contract the test below it proves. It does nothing when it runs:
 * `npm run rules` reads these calls, and prints each rule with its test.
 */
export function rule(_source: `Spec ${string}` | `§${number}${string}`, _text: string): void {}
