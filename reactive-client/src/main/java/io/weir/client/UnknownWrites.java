package io.weir.client;

/**
 * What is done about a write that was sent and never answered, so that nobody knows whether it was carried out.
 *
 * <p>A write that is known not to have been carried out (no connection was made, the service refused the stream or was busy) is
 * sent again whatever stands here, as long as retries are left.
 *
 * <pre>
 *                                       FAIL    RESOLVE                                  REPEAT
 * insert                                fails   looks; see below                         like RESOLVE
 * update or delete of one version       fails   looks; see below                         like RESOLVE
 * batch with one of these in it         fails   looks at the first of them               like RESOLVE
 * upsert, update or delete of any       fails   fails                                    is sent again: the last writer wins,
 *   version, batch of nothing else                                                       over those who came in between, too
 * create a table                        fails   sent again where there is none,          like RESOLVE
 *                                               else fails
 * drop a table, remove ranges           fails   fails                                    is sent again
 * </pre>
 *
 * <p>Looking means to read the entity, and to conclude from it:
 *
 * <pre>
 * stored                                               insert              update of one version    delete of one version
 * nothing                                              sent again          unknown                  unknown
 * that one version                                     -                   sent again               sent again
 * another, older than the sending                      EntityAlreadyExists UpdateConditionNot..     UpdateConditionNot..
 * another, with the properties that were written       done                done where it replaces   unknown
 * any other                                            unknown             unknown                  unknown
 * </pre>
 *
 * <p>What is sent again has its condition still, so that it is carried out once at most. Older than the sending is a version whose
 * Timestamp is before the time that the service told this client last before the write was sent; it holds unless the service's
 * clock was set back meanwhile. <em>Done</em> rests on one premise: nobody else writes the very same properties to the same key at
 * the same time. Where two may (a lock that does not name its holder), choose {@link #FAIL}, or let each write something of its own.
 *
 * <p>Whatever is called unknown here fails with {@code outcome=unknown}.
 */
public enum UnknownWrites {
  /** Fail, and look at nothing. */
  FAIL,
  /** Find out where that is possible with certainty, fail otherwise. */
  RESOLVE,
  /** Find out where that is possible, and repeat what carries no condition. */
  REPEAT
}
