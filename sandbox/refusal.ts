/** A request that a sandbox refuses: thrown anywhere in the work on it, it becomes the answer. */
export class Refusal extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** The answer of `work`, or that of the refusal that it throws. */
export async function answerOf(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
