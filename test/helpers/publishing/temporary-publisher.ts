/** Publishers whose folders are removed when the test ends. */
import { onTestFinished } from 'vitest'
import { createTestPublisher, type TestPublisher, type TestPublisherOptions } from './release.ts'

export async function temporaryPublisher(options: TestPublisherOptions = {}): Promise<TestPublisher> {
  return removedAfterTest(await createTestPublisher(options))
}

/** Returns a copy of `publisher`, with its releases; its folder is removed when the test ends. */
export async function copiedPublisher(publisher: TestPublisher): Promise<TestPublisher> {
  return removedAfterTest(await publisher.copy())
}

function removedAfterTest(publisher: TestPublisher): TestPublisher {
  onTestFinished(() => publisher.remove())
  return publisher
}
