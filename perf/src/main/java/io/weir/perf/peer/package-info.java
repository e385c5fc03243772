/**
 * Embeds the stores of this process: RocksDB and LMDB, each used in the way that is best for it,
 * and Weir's engine.
 *
 * <p>{@link io.weir.perf.peer.Peer} is the interface of RocksDB and LMDB. Both keep an entity as
 * Weir does, with the encoded key as key and the stored form as value, and return an
 * {@link io.weir.api.entity.Entity}. {@link io.weir.perf.peer.LoadedEngine} is an engine of Weir
 * that holds the same data.
 *
 * <p>Threads: a peer may be used on any thread, a {@link io.weir.perf.peer.PeerReader} on one.
 * Failures: {@link io.weir.perf.peer.PeerFailed} ends the measurement.
 */
@NullMarked
package io.weir.perf.peer;

import org.jspecify.annotations.NullMarked;
