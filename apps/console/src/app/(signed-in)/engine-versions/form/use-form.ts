'use client'

import { useForm, type UseFormReturnType } from '@mantine/form'
import { validation, type FormValues } from './values'

export type EngineVersionFormApi = UseFormReturnType<FormValues>

export const useEngineVersionForm = (initialValues: FormValues): EngineVersionFormApi =>
  useForm<FormValues>({ initialValues, validate: validation, validateInputOnBlur: true })
