/** A publisher that lives as long as the test that asked for it. */
import { onTestFinished } from 'vitest'
import { createTestPublisher, type TestPublisher, type TestPublisherOptions } from './release.ts'

export async function temporaryPublisher(options: TestPublisherOptions = {}): Promise<TestPublisher> {
  return removedAfterTest(await createTestPublisher(options))
}

/** A copy of `publisher`, with what it has published, that lives as long as the test that asked for it. */
export async function copiedPublisher(publisher: TestPublisher): Promise<TestPublisher> {
  return removedAfterTest(await publisher.copy())
}

function removedAfterTest(publisher: TestPublisher): TestPublisher {
  onTestFinished(() => publisher.remove())
  return publisher
}
