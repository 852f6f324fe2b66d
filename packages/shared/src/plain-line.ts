/** One line without control characters, which a terminal would act upon. */
export const plainLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
