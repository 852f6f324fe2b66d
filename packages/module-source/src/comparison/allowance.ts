/**
 * What may still be computed for one comparison, which others wait for: a type counts by its characters, a constraint by
 * the versions that are tried on it. What is beyond cannot be told. It is far more than any module needs that people read.
 */
export class Allowance {
  private left = 200_000

  takes(cost: number): boolean {
    this.left -= cost
    return this.left >= 0
  }
}
