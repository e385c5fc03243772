/**
 * The stores that Weir is measured beside: RocksDB and LMDB, embedded in the same process and used in the way that is best for each.
 *
 * <p>{@link io.weir.perf.peer.Peer} is what measurements ask of them. Both keep an entity as Weir does, the encoded key as key and
 * the stored form as value, and answer an {@link io.weir.api.entity.Entity}.
 *
 * <p>Threads: a peer belongs to any thread, a {@link io.weir.perf.peer.PeerReader} to one.
 *
 * <p>Failures: {@link io.weir.perf.peer.PeerFailed}; the measurement ends.
 */
@NullMarked
package io.weir.perf.peer;

import org.jspecify.annotations.NullMarked;
