'use client'

import { useInstallation } from '../ui/installation'
import classes from './brand.module.css'
import { Mark } from './mark'

/** What the platform is called where the people who run it give it no name. */
export const productName = 'Engine'

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
