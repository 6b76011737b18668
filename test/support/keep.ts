import { onTestFinished } from 'vitest'

/** Disposes of something when the test has finished, in reverse order. */
export function keep<T extends AsyncDisposable>(thing: T): T {
  onTestFinished(() => thing[Symbol.asyncDispose]())
  return thing
}
