/**
 * The facade of the embedded engine: {@link io.weir.engine.Engine} opens a store and returns a
 * {@code TableService} and a {@code QueueService} for each account.
 *
 * <p>This package and {@link io.weir.engine.bulk} are the only ones of the engine that use Reactor.
 * The path of a write:
 *
 * <pre>
 * EngineTables -> mailbox -> [shard loop] evaluate, private tree -> [log thread] write, force -> [shard loop] publish, reply
 * </pre>
 *
 * The path of a read:
 *
 * <pre>
 * EngineTables -> plan -> pin published trees -> leaf pages -> result          all on the calling thread
 * </pre>
 *
 * <p>On a node of several that does not lead, all of this is refused. {@code EngineSecondary} reads
 * what such a node has applied.
 *
 * <p>A bulk write takes the path of a write with many lines at a time; see
 * {@link io.weir.engine.bulk}. Every operation on the messages of a queue takes the path of a
 * write, looks too; see {@link io.weir.engine.queue}.
 *
 * <p>Threads: opening and closing block. A write signals on the loop of the shard that carried it
 * out. A read signals on the thread that subscribes or requests. On a loop a stream waits for its
 * turn, and a page that takes longer than one millisecond continues in a later turn; see
 * {@link io.weir.engine.loop.LongWork}. All streams of a loop together run for about one
 * millisecond between two polls of its sockets, one after the other. A point read therefore waits
 * for one turn and not for all streams. A stream among some hundreds of others reports its progress
 * every second. With thousands of streams on one loop the report may be later.
 *
 * <p>Failures: those of the contract.
 *
 * <p>Start reading at {@link io.weir.engine.EngineTables}.
 */
@NullMarked
package io.weir.engine;

import org.jspecify.annotations.NullMarked;
