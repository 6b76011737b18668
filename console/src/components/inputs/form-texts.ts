import { createContext } from 'react'

/** The texts of a form by the names of its fields, for fields that depend on others: a quantity on its item. */
export const FormTexts = createContext<Readonly<Record<string, string>>>({})
