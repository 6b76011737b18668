import { type Answer, responseLanguages } from './responses.ts'

/** A shell block of a document, and the responses that are printed below it. */
export interface Step {
  readonly section: string
  readonly command: string
  readonly answers: readonly Answer[]
}

const BLOCK = /^#+ (?<heading>.+)$|^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gm

/** The shell blocks of a document that `isPlayed`, each with the blocks of responses that follow it. */
export function stepsOf(document: string, isPlayed: (command: string) => boolean = () => true): Step[] {
  const steps: (Step & { answers: Answer[] })[] = []
  let section = ''
  for (const { groups } of document.matchAll(BLOCK)) {
    const { heading, language = '', text = '' } = groups ?? {}
    if (heading !== undefined) section = heading
    else if (language === 'sh' && isPlayed(text)) steps.push({ section, command: text, answers: [] })
    else if (responseLanguages.has(language)) steps.at(-1)?.answers.push({ language, text })
  }
  return steps
}
