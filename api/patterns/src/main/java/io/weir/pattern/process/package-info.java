/**
 * A processor of changes: members on any number of machines follow a change feed, share its
 * partition groups by leases, and go on where an earlier owner stopped.
 *
 * <p>{@link io.weir.pattern.process.ChangeProcessor} works over any
 * {@link io.weir.api.TableService} that has a change feed: the remote client or the embedded
 * engine. It needs conditional writes and batches of one partition, not joint commits.
 *
 * <p><b>What it promises.</b>
 *
 * <ul>
 *   <li>Every change after the start is handled at least once, or parked as a dead letter, or the
 *       processor fails visibly.
 *   <li>A member handles the batches of a group in the feed's order and never splits one. A member
 *       that takes a group over begins at the stored position, and repeats what was handled after
 *       it.
 *   <li>A member that has lost a lease cannot move the position. Until it notices, for at most a
 *       third of the lease duration, it may handle batches that the next owner handles too. It
 *       notices an expiry before anybody else may take the lease.
 *   <li>The order between groups is open. The drop of a table is handled once in each group.
 * </ul>
 *
 * <p><b>Rows.</b> {@code ProcessorRows} has the lease and the position of each group, and a sign of
 * life of each member, in one partition. {@code LeaseKeeper} writes a position in one batch with a
 * renewal of the lease. {@code LeaseObservations} judges expiry by the observer's own monotonic
 * clock. {@code Balance} decides which leases a member takes.
 *
 * <p><b>Why no changes in place.</b> A lease is a compare-and-set of its owner by a version that
 * the owner has read. To add to its counter in any version would renew a lease that another member
 * has taken meanwhile. A position is set and not computed, in the batch of its renewal, so a repeat
 * of the batch is refused or changes nothing.
 *
 * <p><b>Groups.</b> A feed does not tell how many groups there are. The row {@code frontier} is
 * leased like a group; its owner looks for groups without a lease ({@code GroupSearch}).
 *
 * <p><b>Cost.</b> A member follows one feed for each group that it owns, which reports this group
 * alone: a slow group holds back no other. The service reads its log once for each of these feeds,
 * and sends each change once, to the owner of its group. An idle group costs a renewal each third
 * of the lease duration, and a member costs a read of all rows.
 *
 * <p><b>Memory.</b> One batch and one item for each group, and what the transport reads ahead.
 *
 * <p><b>Threads.</b> Signals run on the threads of the service and of the timers. Signals of one
 * group's work are serial, and so are a member's rounds. {@code Progress} is the one meeting point
 * of a group's work and its keeper.
 *
 * <p><b>Failures.</b> {@link io.weir.api.follow.Patience} repeats what may pass. All else ends the
 * member, without a release of its leases.
 *
 * <p>The loop that follows a feed is that of {@link io.weir.api.follow}; {@code Progress} is the
 * place.
 *
 * <p>Start reading at {@code Membership} and {@code GroupOwnership}.
 */
@NullMarked
package io.weir.pattern.process;

import org.jspecify.annotations.NullMarked;
