import { notFound } from 'next/navigation'

/** Every address that is no page, so that it is told inside the frame. */
export default function Missing(): never {
  notFound()
}
