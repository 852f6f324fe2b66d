'use client'

import { useInstallation } from '../ui/installation'
import { productName } from '../ui/product-name'
import classes from './brand.module.css'

/** The logo of the installation, or the mark of the product, and the name. */
export function Brand() {
  const { name = productName, logo } = useInstallation()
  return (
    <span className={classes['brand']}>
      {/* It may have any shape, and is a file of the console's own server: there is nothing to optimise. */}
      {/* oxlint-disable-next-line nextjs/no-img-element */}
      {logo === undefined ? <Mark /> : <img src={logo} alt="" className={classes['logo']} />}
      <span className={classes['name']}>{name}</span>
    </span>
  )
}

/** The mark: three stacked layers, the newest lit. The same drawing is in `app/icon.svg`. */
const Mark = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="5" fill="#124669" />
    <path
      d="M5 15.5 12 19l7-3.5M5 12l7 3.5L19 12"
      fill="none"
      stroke="#88b8d7"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
    <path d="M12 5 5 8.5 12 12l7-3.5z" fill="#fff" />
  </svg>
)
