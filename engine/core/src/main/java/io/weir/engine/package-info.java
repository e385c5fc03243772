/**
 * The embedded engine behind the contract: {@link io.weir.engine.Engine} opens a store and answers a {@code TableService} for
 * each account.
 *
 * <p>This package is the only one of the engine that knows Reactor. A write goes
 *
 * <pre>
 * EngineTables -> mailbox -> [shard loop] evaluate, private tree -> [log thread] write, force -> [shard loop] publish, answer
 * </pre>
 *
 * and a read goes
 *
 * <pre>
 * EngineTables -> plan -> pin published trees -> leaf pages -> answer          all on the thread that asks
 * </pre>
 *
 * <p>A bulk write goes the first way with many writes at a time: {@code BulkSubscription} offers them patiently, so that a full mailbox
 * stops the taking of lines instead of refusing them.
 *
 * <p>Threads: opening and closing block. Signals of a write run on the loop of the shard that carried it out. Signals of a read run on
 * the thread that subscribes or requests; on a loop a stream waits its turn, and a page that takes longer than a millisecond waits for
 * its rest: see {@link io.weir.engine.loop.LongWork}. All streams of a loop together have about a millisecond between two looks at its
 * sockets, and each in turn, so a point read waits for one turn and not for the streams. Beside some hundreds of others a stream tells its
 * progress each second; where thousands scan on one loop it may be later.
 *
 * <p>Failures: those of the contract.
 *
 * <p>Start reading at {@link io.weir.engine.EngineTables}.
 */
@NullMarked
package io.weir.engine;

import org.jspecify.annotations.NullMarked;
