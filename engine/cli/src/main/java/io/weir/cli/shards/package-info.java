/**
 * The command {@code weir shards}: shows what the shards and loops of a running service cost, and moves shards between loops.
 *
 * <p>{@link io.weir.cli.shards.HeatRates} computes rates from two documents of the service, {@link io.weir.cli.shards.HeatText} makes lines of them.
 *
 * <p>Threads: the main thread, which blocks on requests and between them. Failures: {@link io.weir.cli.terminal.CommandFailure} when the service
 * refuses, and those of the network.
 */
@NullMarked
package io.weir.cli.shards;

import org.jspecify.annotations.NullMarked;
