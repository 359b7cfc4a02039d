/** What a person has to do, as plain data: raised by the owner of the state that calls for it. */

export interface Notice {
  /** What it is about: `registrar/purchase/example.com`. A notice that is no longer raised is closed. */
  readonly key: string
  /** How far things have come; a new step is a new reason to send it. */
  readonly step: string
  /** For people: what has happened and what to do, without secrets and contact data. */
  readonly text: string
}

/** Raises an owner's notices from stored state. */
export interface NoticeRule {
  /** `registrar`; the keys of its notices start with it. */
  readonly owner: string
  read(): Promise<readonly Notice[]>
}
