package io.weir.client.options;

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
 * <p>What is sent again has its condition still. A write for one version so takes effect once at most, and an insert unless somebody
 * removes the entity between its two sendings; see below. Older than the sending is a version whose
 * Timestamp is before the time that the service told this client last before the write was sent; it holds unless the service's
 * clock was set back meanwhile. <em>Done</em> rests on one premise: nobody else writes the very same properties to the same key at
 * the same time. Where two may (a lock that does not name its holder), choose {@link #FAIL}, or let each write something of its own.
 *
 * <p>The first sending may have come to the service and wait there while the second is carried out, and take its turn afterwards. No time
 * is promised within which it does; it does so once at most. This is what may be seen then, of a write and of a line of a bulk write alike:
 *
 * <pre>
 * sent again                      the first sending, when it comes late
 * write for one version           is refused: that version is gone
 * insert                          is refused while the entity is there; once somebody removed it, it is there again
 * upsert, update of any version   is over all that came since: its own repetition, lines behind it that were answered, others' writes
 * delete of any version           removes what was written since
 * batch, group of lines           as its writes, all or none: one that would be refused keeps all from happening
 * </pre>
 *
 * <p>Late lines of one key take effect in their order, but perhaps only the first few of them: what stays may be an older line than the
 * last that was answered. Nobody is told of it: the answer was that of the second sending, and true when it was given. Who cannot bear
 * this makes the write conditional (a batch, by one condition in it), or chooses {@link #FAIL} or, of writes without a condition,
 * {@link #RESOLVE}, which sends none of them twice.
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
