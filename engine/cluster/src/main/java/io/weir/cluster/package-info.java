/**
 * The agreement of several nodes on one log, by Apache Ratis: {@link io.weir.engine.consensus},
 * implemented. The only package that knows Ratis.
 *
 * <pre>
 * propose -> Proposals -> [weir-cluster-propose] request -> log of Ratis -> majority -> [Ratis: apply]
 *    -> Delivery -> [weir-cluster-deliver] Member.committed
 * </pre>
 *
 * <p><b>Threads.</b> Ratis has its own: an appender for each follower, the log's writer, the
 * applier, elections. No loop of Weir calls them. The others are ours. {@code weir-cluster-propose}
 * makes the requests, because Ratis makes the caller wait for a place in its log.
 * {@code weir-cluster-deliver} alone calls the member. {@code weir-cluster-control} hands over the
 * leadership and has the log cut, because both wait for threads of Ratis.
 * {@code weir-cluster-members} adds and removes nodes. {@code weir-cluster-listener} is a
 * listener's. {@code weir-cluster-accept} and {@code weir-cluster-peer} take the calls of other
 * nodes.
 *
 * <p><b>Terms.</b> {@code LogMachine.preAppendTransaction} compares the entry's term with the
 * current one under the lock of Ratis's server and log. The term cannot change until the entry is
 * in the log, so an entry is logged in the term for which it was proposed, or not at all.
 *
 * <p><b>Roles.</b> Ratis tells that a leader is ready when it applies the first entry of the term,
 * on the thread that applies. Everything before was handed to the delivery by then, so
 * {@code leads} comes after it in the same queue. Ratis tells that a leadership is over under the
 * lock of its server, on any thread. {@code follows} enters the queue without waiting; entries that
 * were committed before may come after it. A {@code leads} that comes too late, of a term that is
 * over, is left out.
 *
 * <p><b>Outcomes.</b>
 *
 * <table>
 * <caption>What an answer of Ratis means</caption>
 * <tr><th>answer</th><th>entry was logged here</th><th>outcome</th></tr>
 * <tr><td>success</td><td>yes</td><td>kept: it was applied, and handed to the delivery</td></tr>
 * <tr><td>NotLeaderException, LeaderNotReadyException, LeaderSteppingDownException, ResourceUnavailableException, StateMachineException of another
 * term, ServerNotReadyException</td><td>no</td><td>refused</td></tr>
 * <tr><td>NotLeaderException of a lost leadership, of a stopped server, any other failure</td><td>yes</td><td>unknown</td></tr>
 * </table>
 *
 * <p>There is no time-out of an entry. A leader without a majority gives up within twice the
 * election time-out, and what waited becomes unknown.
 *
 * <p><b>Order.</b> One thread makes the requests, each after the one before is logged. After the
 * first that is not kept, everything else of the term is refused, and the node gives up the
 * leadership if it still has it. A follower carries out one call with entries after another, so
 * that those of a deposed leader cannot replace those of the next one ({@code PatientStore}).
 *
 * <p><b>Bounds.</b> Open entries of a leader: 1,024 and 16 MiB, then {@code propose} returns false.
 * Entries that wait for the member: the same; then the thread that applies waits, and with it a
 * leader's open entries. Of a follower whose member is slow, Ratis keeps a few hundred bytes for
 * each entry that is logged and not applied, and the contents on the disk; from 20,000 such entries
 * on, the node takes no more for a while ({@code PatientStore}). Of a follower that is slow or
 * gone, the leader keeps one call's entries and reads the rest from files. Other nodes hold at most
 * 64 connections to the door, with one call each. Ratis keeps the entries of two closed files in
 * memory and those of the open one: 16 MiB each, or more by one long entry.
 *
 * <p><b>Reads.</b> A leader {@code holdsLease} while a majority has answered calls that it sent
 * within four fifths of the election time-out: {@code Lease}. The nodes that answered vote for no
 * other during the whole of it: {@code Loyalty}, which goes beyond what Ratis does. The assumption
 * is that the clocks of two nodes run at rates that differ by less than a fifth. A process that was
 * stopped finds its lease over when it goes on.
 *
 * <p><b>Network.</b> {@code NodeCalls} and {@code Door} carry the four calls of Raft over plain
 * sockets or TLS, one call at a time on each connection. Ratis's own transports are not used: that
 * over Netty has no TLS and obeys each program that connects. A call that gets no answer fails
 * after 10 s, or when Ratis interrupts its thread. One call with entries is under way to each
 * follower; heartbeats go beside it on another connection, so that a follower whose disk is slow
 * does not count as dead.
 *
 * <p><b>Lost folders.</b> Each node remembers with which folder it has met the others
 * ({@code KnownFolders}). A node that comes with another one has forgotten its votes and entries,
 * and is refused. A node that fetches a copy of the store is told all folders that the leader
 * knows, because it has not met the members before it is one.
 *
 * <p><b>Members.</b> The configuration is an entry of Ratis's log: what it says counts, and not the
 * options. {@code MemberChanges} adds and removes one node at a time, so that any two majorities
 * before and after have a node in common, and a lease that holds stays good. A new node starts
 * without a configuration: it neither votes nor seeks the leadership until the leader has made it a
 * member. It has a copy of the store by then, and Ratis sends it what came after without counting
 * it. {@code Members} notes each configuration that was agreed on, because a copy of the store ends
 * at some entry and the node that takes it needs the configuration of then. {@code Roster} tells
 * which nodes may call: members, and the node that is being added. A node that was away while
 * another one was added does not know that one, and may find it as the leader. It takes the entries
 * of an unknown caller that knows the node's folder, because only a member can have told it, and
 * learns from them that the caller is a member. Before that it gives the caller no vote and answers
 * no other call. A refused caller is not told the folder. Each call is looked at, so a removed node
 * is refused on connections that it has. It is told by name, notes it, and leaves. Ids are used
 * once, so this is never taken back.
 *
 * <p><b>Listeners.</b> A member without a vote. It receives entries like any follower, and Ratis
 * counts it towards no majority; {@code Lease} and {@code MemberChanges} count voters alone. Ratis
 * decides at a start whether a node listens, so a node that joins must know it before: the leader
 * tells it with the copy of the store, and its folder notes it ({@code NodeIdentity}). It starts
 * with a configuration in which it alone is a listener, and not with none, because Ratis takes a
 * node without a configuration for a follower until its next start. No node changes from one to the
 * other: Ratis does that under the lock of its server, and waits there for a thread that may wait
 * for the lock. {@code AddedListener} sets a mark that Ratis forgets. A listener calls nobody, so
 * {@code ListenerWatch} notices that it hears of no leader. {@code SurvivingNode} reads the folder
 * of a stopped node whose cluster is gone.
 *
 * <p><b>Disk.</b> Each entry is forced once on each node, by Ratis, together with those that came
 * meanwhile. A failed force is not repeated: the log takes nothing any more, the node leaves the
 * agreement, and its status says so. At a start {@code LogFiles} makes durable what Ratis is about
 * to read.
 *
 * <p><b>The log's beginning.</b> {@code durable} lets the log be cut. Whole files go, and as many
 * bytes stay as the options say, for nodes that were away. A node that was away for longer is told
 * so ({@code failure}); it needs a copy of the store, which it fetches at its next start
 * ({@code NodeCopy}): the leader makes one ({@code CopySource}) and answers four calls beside those
 * of Raft, for the list of its files, for ranges of them, for the members, and for the nodes'
 * folders. The node keeps its votes then, and gives up its log, all of which comes before what the
 * leader has. A node whose operator gives up its store takes such a copy too. It keeps its log if
 * that goes on after the copy, because others may count on what it has acknowledged; if the log is
 * damaged, the node is replaced. A log that begins after the store's end, or ends before it, is
 * refused at a start. Ratis's snapshot has no file: at a start it is the last entry that the store
 * has, so the entries after it are delivered again, and none before.
 *
 * <p><b>Failures.</b> An exception of the member ends the delivery; the node votes and logs on, and
 * hands over every leadership that it gets.
 *
 * <p>Start reading at {@link io.weir.cluster.RatisConsensus}, then {@code LogMachine}.
 */
@NullMarked
package io.weir.cluster;

import org.jspecify.annotations.NullMarked;
