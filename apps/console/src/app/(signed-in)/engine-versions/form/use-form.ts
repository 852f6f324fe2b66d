'use client'

import { useForm, type UseFormReturnType } from '@mantine/form'
import { validation, type FormValues } from './values'

export type EngineVersionFormApi = UseFormReturnType<FormValues>

/**
 * Mistakes are shown when the form is sent, not when an input is left: a text that appears between pressing and
 * releasing the mouse moves the button away from under it, and the click would be lost.
 */
export const useEngineVersionForm = (initialValues: FormValues): EngineVersionFormApi =>
  useForm<FormValues>({ initialValues, validate: validation })
