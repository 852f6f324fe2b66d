/** A reason to stop that a person can act on: it is printed without a stack. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a command's body and ends the process: a {@link Fault} with its message, anything else with its stack. */
export async function main(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof Fault ? `\n${error.message}` : error)
    process.exit(error instanceof Fault ? error.exitCode : 1)
  }
}

/** Ends a check: prints its faults, or what it says where there is none, and is 1 to the caller after a fault. */
export function report(faults, good) {
  console.log(faults.join('\n') || good)
  process.exitCode = faults.length > 0 ? 1 : 0
}
