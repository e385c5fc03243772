/**
 * The agreement of several nodes on one sequence of entries, as a store needs it: Raft (D. Ongaro
 * and J. Ousterhout, In Search of an Understandable Consensus Algorithm, 2014) behind one
 * interface.
 *
 * <p>{@link io.weir.engine.consensus.Consensus} takes entries and keeps them on a majority of
 * nodes. It delivers those that are committed to the node's
 * {@link io.weir.engine.consensus.Member}, and tells it when it leads and when it no longer does.
 * The types of this package know nothing of shards, trees and logs, nor of the library that
 * implements the agreement.
 *
 * <p>Invariants that an implementation keeps:
 *
 * <ul>
 *   <li>All members receive the same entries in the same order: of two members, one has received a
 *       prefix of what the other received.
 *   <li>Indexes ascend, with gaps where the consensus has entries of its own. Terms never descend.
 *   <li>A term has one leader at most. An entry that was proposed for a term is committed in that
 *       term or never.
 *   <li>Entries that one thread proposes in one term keep their order. An entry may be missing
 *       among them only if it was refused, or if the term ended: if an entry is lost because its
 *       leader lost the leadership, all later entries of that term are lost as well.
 *   <li>A leader has received every entry of earlier terms before it is told to lead.
 *   <li>A leader that reaches no majority is told to follow within the election time-out. A store
 *       that closes waits for its writes until then.
 *   <li>Each proposal that was taken has one outcome. A <em>refused</em> entry is never delivered
 *       to any member; a <em>kept</em> one is delivered to all of them.
 *   <li>After a start, a member receives every entry above the index that it names, and none at or
 *       below it.
 * </ul>
 *
 * <p>The nodes change one at a time, by entries of the consensus's own, and each node follows those
 * that it has: what was configured at its first start counts no more. A new node counts towards no
 * majority before it has nearly all entries. An id is used once. A <em>listener</em> is a node that
 * receives a prefix of the entries like any member, and never counts towards a majority: nothing
 * waits for it, and it never leads.
 *
 * <p>Threads: one thread of the consensus calls a member. It may wait in
 * {@link io.weir.engine.consensus.Member#committed}, which slows this node only. Outcomes come on
 * any thread.
 *
 * <p>Failures: an exception of a member ends the delivery to it. The node then gives up the
 * leadership and seeks it no more until it is started again;
 * {@link io.weir.engine.consensus.ConsensusStatus} says so.
 *
 * <p>Start reading at {@link io.weir.engine.consensus.Consensus}.
 */
@NullMarked
package io.weir.engine.consensus;

import org.jspecify.annotations.NullMarked;
