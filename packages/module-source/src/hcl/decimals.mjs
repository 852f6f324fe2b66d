// @ts-check
// Arithmetic that keeps all digits, as the engine does.

/** More digits, or zeros before or behind them, are not computed with. The engine computes with some 154. */
const mostDigits = 150

/** Thrown for what is constant and still not computed here. */
export class NotEvaluated extends Error {}

/** A decimal: `digits` divided by ten as often as `scale` says. */
export class Decimal {
  constructor(/** @type {bigint} */ digits, /** @type {number} */ scale) {
    while (scale > 0 && digits % 10n === 0n) [digits, scale] = [digits / 10n, scale - 1]
    if (scale < -mostDigits || scale > mostDigits || String(digits).length > mostDigits)
      throw new NotEvaluated()
    this.digits = scale < 0 ? digits * 10n ** BigInt(-scale) : digits
    this.scale = Math.max(scale, 0)
  }

  static of(/** @type {string} */ text) {
    const [, whole = '', part = '', exponent = '0'] =
      /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
    if (whole === '' || whole.length + part.length > mostDigits) throw new NotEvaluated()
    return new Decimal(BigInt(whole + part), part.length - Number(exponent))
  }

  plus(/** @type {Decimal} */ other) {
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.scaled(scale) + other.scaled(scale), scale)
  }

  negated() {
    return new Decimal(-this.digits, this.scale)
  }

  times(/** @type {Decimal} */ other) {
    return new Decimal(this.digits * other.digits, this.scale + other.scale)
  }

  /** Divides; a quotient that never ends is not computed. */
  dividedBy(/** @type {Decimal} */ other) {
    const dividend = this.digits * 10n ** BigInt(mostDigits)
    if (other.digits === 0n || dividend % other.digits !== 0n) throw new NotEvaluated()
    return new Decimal(dividend / other.digits, mostDigits + this.scale - other.scale)
  }

  /** Remainder of whole numbers that are not negative: the others are too rare to be worth it. */
  modulo(/** @type {Decimal} */ other) {
    if (this.scale + other.scale > 0 || this.digits < 0n || other.digits <= 0n) throw new NotEvaluated()
    return new Decimal(this.digits % other.digits, 0)
  }

  /** Negative, zero or positive. */
  comparedTo(/** @type {Decimal} */ other) {
    const { digits } = this.plus(other.negated())
    return digits < 0n ? -1 : Number(digits > 0n)
  }

  /** Text as the engine writes it, which is that of JSON. */
  toString() {
    const text = String(this.digits)
      .replace('-', '')
      .padStart(this.scale + 1, '0')
    const at = text.length - this.scale
    return `${this.digits < 0n ? '-' : ''}${text.slice(0, at)}${this.scale > 0 ? `.${text.slice(at)}` : ''}`
  }

  scaled(/** @type {number} */ scale) {
    return this.digits * 10n ** BigInt(scale - this.scale)
  }
}
