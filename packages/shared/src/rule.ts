/**
 * Says which rule of the specification or the contract the test below it proves. It does nothing when it runs: docs/RULES.md
 * is written from these calls by `npm run rules`.
 */
export function rule(_source: `Spec ${string}` | `§${number}${string}`, _text: string): void {}
