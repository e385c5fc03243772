package io.weir.client.options;

/**
 * What the client does about a write that was sent and never answered, so that its outcome is
 * unknown.
 *
 * <p>A write that is known not to have been carried out (no connection was made, the service
 * refused the stream or was busy) is repeated with every policy while retries are left.
 *
 * <pre>
 * write                                 FAIL    RESOLVE                                  REPEAT
 * insert                                fails   reads; see below                         like RESOLVE
 * update or delete of one version       fails   reads; see below                         like RESOLVE
 * change in place, batch or joint       fails   is repeated with its token               like RESOLVE
 *   commit with one in it
 * batch with one of the others in it    fails   reads the entity of the first of them    like RESOLVE
 * upsert, update or delete of any       fails   fails                                    is repeated: the last writer wins,
 *   version, batch of nothing else                                                       even over writes in between
 * create a table                        fails   is repeated if there is no table,        like RESOLVE
 *                                               else fails
 * drop a table, remove ranges           fails   fails                                    is repeated
 * </pre>
 *
 * <p>After reading the entity, the client concludes:
 *
 * <pre>
 * stored                                               insert              update of one version    delete of one version
 * nothing                                              is repeated         unknown                  unknown
 * the version of the condition                         -                   is repeated              is repeated
 * another version, older than the write                EntityAlreadyExists UpdateConditionNot..     UpdateConditionNot..
 * another version, with the properties of the write    done                done if it replaces      unknown
 * any other                                            unknown             unknown                  unknown
 * </pre>
 *
 * <p>The client gives each change in place a token, unless the user has, and each subscription
 * another one. The service knows a token for ten minutes, or until 1,572,864 later ones have come
 * in the partition group, and answers the repeat as it answered the change. Until then a change
 * counts once; a repeat after that is carried out again. The client therefore repeats for
 * {@link io.weir.api.write.Write.Change#REPEAT_TIME} after the first sending only, a minute, and
 * waits no longer for the answer; the outcome is unknown then ({@code repetition=tooLate}). Where
 * more than {@link io.weir.api.write.Write.Change#TOKENS_A_SECOND} come to one partition group,
 * shorten {@code deadline}. If the service has forgotten the entities of the answer, and not that
 * the change was carried out, the repeat fails with {@code ChangeAnswerForgotten}. If the
 * evaluation refuses the repeat (a condition, a value, an entity that is absent or exists, a token
 * of another change), the change was not carried out before. If its first sending arrives after the
 * refusal, it is evaluated then, as any write that is late. Any other refusal of a repeat leaves
 * the outcome unknown. Lines of a bulk write have tokens with {@link #REPEAT} only, because other
 * policies repeat no line; each line has its own time of sending, and a group that of its first.
 *
 * <p>A repeated write keeps its condition. A write for one version therefore takes effect at most
 * once. An insert takes effect at most once unless another client removes the entity between the
 * two sendings; see below. A version is older than the write if its Timestamp is before the last
 * time that the service told this client before the write was sent. This conclusion is wrong if the
 * service's clock was set back in between. The conclusion <em>done</em> requires that no other
 * client writes the same properties to the same key at the same time. If two clients may do so (a
 * lock that does not name its holder), use {@link #FAIL}, or let each client write a distinct
 * value.
 *
 * <p>The first sending may still wait in the service while the second is carried out, and take its
 * turn afterwards. It then takes effect at most once, at no guaranteed time. For a single write and
 * for a line of a bulk write this means:
 *
 * <pre>
 * repeated                        the first sending, if it arrives late
 * write for one version           is refused, because that version is gone
 * change in place                 is answered as its repetition, and changes nothing
 * insert                          is refused while the entity exists; creates it again after another client removed it
 * upsert, update of any version   overwrites everything since: its own repetition, later lines that were answered, others' writes
 * delete of any version           removes what was written since
 * batch, group of lines           as its writes, all or none: one write that is refused prevents all
 * </pre>
 *
 * <p>Late lines of one key take effect in their order, but possibly only the first few of them: an
 * older line than the last answered one may remain. No failure reports that, because the answer to
 * the second sending was correct when it was given. If this is not acceptable, make the write
 * conditional (for a batch, one of its writes), or use {@link #FAIL}. {@link #RESOLVE} also
 * suffices for writes without a condition, because it never sends them twice.
 *
 * <p>Every outcome that is called unknown here fails with {@code outcome=unknown}.
 */
public enum UnknownWrites {
  /** Fails without reading anything. */
  FAIL,
  /** Finds out the outcome where that is certain, else fails. */
  RESOLVE,
  /** Finds out the outcome where possible, and repeats writes without a condition. */
  REPEAT
}
