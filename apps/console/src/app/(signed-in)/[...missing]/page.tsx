import { notFound } from 'next/navigation'

/** Every address that is no page, so that "not found" is shown inside the frame. */
export default function Missing(): never {
  notFound()
}
