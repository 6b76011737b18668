import { onTestFinished } from 'vitest'

/** Has what a test has started ended with it, the last one first. */
export function keep<T extends AsyncDisposable>(thing: T): T {
  onTestFinished(() => thing[Symbol.asyncDispose]())
  return thing
}
