/** A publisher that lives as long as the test that asked for it. */
import { onTestFinished } from 'vitest'
import { createTestPublisher, type TestPublisher, type TestPublisherOptions } from './release.ts'

export async function temporaryPublisher(options: TestPublisherOptions = {}): Promise<TestPublisher> {
  const publisher = await createTestPublisher(options)
  onTestFinished(() => publisher.remove())
  return publisher
}
