import { highlighted } from '@engine/shared/highlight'
import { Fragment } from 'react'
import { Address } from './address'
import classes from './code-colors.module.css'

/** Code of ours, or of the one who looks at it: what takes long to colour is foreign, and coloured by the API. */
export const CodePieces = ({ text, language }: { text: string; language: string }) =>
  highlighted(text, language).map((piece, index) =>
    typeof piece === 'string' ? (
      <Fragment key={index}>
        <Address text={piece} />
      </Fragment>
    ) : (
      <span key={index} className={classes[piece.kind]}>
        <Address text={piece.children[0]} />
      </span>
    ),
  )
