/**
 * The stores that {@link io.weir.cli.serve} can serve.
 *
 * <p>A {@link io.weir.cli.store.StoreOpening} opens a {@link io.weir.cli.store.BackingStore}: a folder of this machine, or what a
 * {@link io.weir.cli.store.StoreProvider} finds at an address. A provider comes with a jar of its own, such as {@code weir-hbase.jar}.
 *
 * <p>Threads: opening and closing block, on the thread of the launcher or of a stop. What a backend offers is called on loops.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for an address that no provider takes; {@link java.io.IOException} for a store
 * that cannot be opened. Either message says what to do.
 */
@NullMarked
package io.weir.cli.store;

import org.jspecify.annotations.NullMarked;
