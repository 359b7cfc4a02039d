/** Refuses a request: thrown anywhere in the work, it becomes the sandbox's answer. */
export class Refusal extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** The answer of `work` or, if `work` throws a refusal, that of the refusal. */
export async function answerOf(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
