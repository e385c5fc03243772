/**
 * One call of a user: its deadline, retries, hedges, observation, and the failure it ends with; and
 * what became of a write whose answer was lost. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.call.Calls} carries a call out by one or more
 * {@link io.weir.client.call.Attempts attempts}. {@code Backoff} decides after which pause the next
 * one follows, {@code WriteAttempts} whether a write may be repeated, {@code Hedges} whether a read
 * is sent a second time. {@link io.weir.client.call.Failures} translates the failures of a
 * connection into those of the contract.
 *
 * <p>A {@link io.weir.client.call.Resolution} finds out whether a write whose answer was lost has
 * been carried out: it reads what is stored and returns a {@link io.weir.client.call.Verdict}.
 * {@link io.weir.client.options.UnknownWrites} holds the table of all cases.
 *
 * <p>Threads: any. Pauses and timeouts run on Reactor's parallel scheduler.
 */
@NullMarked
package io.weir.client.call;

import org.jspecify.annotations.NullMarked;
