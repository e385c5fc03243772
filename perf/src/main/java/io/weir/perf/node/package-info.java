/**
 * Measures three nodes that keep one store, beside one node and beside peers that keep several
 * copies as well.
 *
 * <p>{@code java -jar perf/target/perf.jar nodes} is the command. The nodes are processes of
 * {@code weir serve --cluster} on this machine, each with a folder of its own
 * ({@link io.weir.perf.process.NodeProcesses}). They have the default durability, {@code sync}: a
 * majority forces a write before it is acknowledged. The client has the addresses of all nodes and
 * otherwise its defaults, retries included.
 *
 * <ul>
 *   <li>{@code NodesRun} starts everything. Upserts and point reads by waiting clients take turns:
 *       one node, three nodes, etcd of three, PostgreSQL with a synchronous standby. Processor time
 *       is that of all processes of a store together. One upsert at a time takes turns with what it
 *       must wait for at least: a force ({@link io.weir.perf.process.ForceProbe}) and a round trip
 *       over loopback ({@code RoundTrips}). Then the peers end.
 *   <li>{@code LeaderChanges} kills the leader, hands the leadership over, and restarts the nodes
 *       one after the other, while {@code SteadyWrites} writes one row after another. A sample is
 *       one change. Its latency is the longest time between two answers. A round ends when every
 *       node has what was written, so each change meets three whole nodes.
 * </ul>
 *
 * <p>All nodes share the processors and the disk of this machine, and with them the load. On
 * machines of their own they would do better; ratios to peers under the same condition hold.
 *
 * <p>Threads: the launcher's, which blocks; writes are answered on loops of the client. Failures: a
 * peer that is missing or does not start is left out with the reason; a change after which no node
 * leads within a minute ends its task. Every process ends on every path. Start reading at
 * {@code NodesRun}.
 */
@NullMarked
package io.weir.perf.node;

import org.jspecify.annotations.NullMarked;
