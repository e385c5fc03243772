/**
 * Transactions on top of joint commits: read entities, decide, and write, with a retry when another writer was faster.
 *
 * <p>{@link io.weir.pattern.transaction.Transaction} works over any {@link io.weir.api.TableService} that has joint commits: the remote
 * client, the embedded engine, or a service with hidden properties.
 *
 * <p>Only entities that are read by key are checked. Ranges, index queries and counts are not.
 *
 * <p>Threads: signals run on the threads of the service. Pauses between attempts run on Reactor's parallel scheduler.
 */
@NullMarked
package io.weir.pattern.transaction;

import org.jspecify.annotations.NullMarked;
