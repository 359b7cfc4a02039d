/**
 * The header in which a caller sends the newest end of the activity log that it has seen, or `none`. The reply has the
 * store's newest end.
 */
export const WITNESS_HEADER = 'x-kura-log-head'
