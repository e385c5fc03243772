/**
 * Bulk writes: a stream of lines becomes commands for the shards, and their outcomes become a
 * stream of results in the order of the lines.
 *
 * <p>A bulk write offers its commands patiently. A full mailbox therefore stops the request for
 * further lines, and no line is refused. {@code BulkWindow} bounds the lines that are taken and not
 * yet answered. {@code ShardQueue} keeps the order of the commands of one shard.
 *
 * <p>Threads: lines arrive on the thread of their publisher, outcomes on the loops of the shards,
 * and requests on the thread of the subscriber. One thread at a time drains the subscription. This
 * package and the facade are the only ones of the engine that know Reactor.
 *
 * <p>Failures: a line that is refused is a result. An absent table, or a failure of the lines'
 * publisher, ends the stream.
 *
 * <p>Start reading at {@code BulkSubscription}.
 */
@NullMarked
package io.weir.engine.bulk;

import org.jspecify.annotations.NullMarked;
