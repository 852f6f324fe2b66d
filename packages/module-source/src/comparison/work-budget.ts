/**
 * Budget of what may still be computed for one comparison, which others wait for: a type counts by its
 * characters, a constraint by the versions that are tried on it. The answer beyond it is unknown. It is far
 * more than any module needs that people read.
 */
export class WorkBudget {
  private left = 200_000

  spend(cost: number): boolean {
    this.left -= cost
    return this.left >= 0
  }
}
