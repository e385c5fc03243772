/**
 * The table service over Apache HBase, for users who outgrow one machine. HBase keeps the order,
 * splits and moves regions, replicates and recovers. This module adds what a table service needs
 * and HBase lacks: preconditions by version, batches, Timestamps, plans and demand.
 *
 * <p>{@link io.weir.hbase.HBaseStore} is the entry point. It is a gateway: it holds no state but
 * caches, so any number of gateways may serve one cluster. {@code HBaseTables} is the service of
 * one account.
 *
 * <pre>
 * write -> table id (catalog) -> request with an id of its own -> region server: evaluate under row locks, one atomic mutation -> result
 * query -> plan -> ranges of rows -> region server: one slice of one region -> entities, place to go on -> the next slice on demand
 * </pre>
 *
 * <p>Packages: {@link io.weir.hbase.protocol} (rows, columns, and what gateways and region servers
 * tell each other; pure), {@link io.weir.hbase.region} (the coprocessor, which runs in the region
 * servers and has no Reactor), {@link io.weir.hbase.catalog} (tables, their ids and their
 * settings), {@link io.weir.hbase.access} (calls to the cluster, and slices into pages and
 * streams).
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A partition lies in one region, so one region server sees all writes of a batch.
 *   <li>Only the coprocessor writes entities. It holds a shared lock of the partition and an
 *       exclusive lock of each row from before it reads them until the mutation is in the
 *       write-ahead log of three data nodes.
 *   <li>Timestamps rise strictly in a region, also when it moves to a server whose clock is behind.
 *       The cell of an entity carries its Timestamp as HBase's own version.
 *   <li>A request is carried out at most once, however often it is sent: its id is stored in the
 *       mutation that it makes. The mutation stores the tokens of its changes, too, by which a
 *       client repeats a change with another request, through any gateway.
 *   <li>A table id is never used twice. A gateway believes a name's id for the duration of a lease
 *       only, and a drop outlasts all leases.
 * </ul>
 *
 * <p>Threads: HBase's client calls back on its own network threads. Every result moves to the
 * threads {@code weir-hbase-N} before code of a subscriber runs. These threads must not block.
 *
 * <p>Failures: an answer that does not arrive within the deadline, after all retries, is a
 * {@link io.weir.api.error.ServiceFailedException}. The outcome of such a write is unknown.
 */
@NullMarked
package io.weir.hbase;

import org.jspecify.annotations.NullMarked;
