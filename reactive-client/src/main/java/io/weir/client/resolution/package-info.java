/**
 * Finds out whether a write whose answer was lost has been carried out. Internal to the client: not an API.
 *
 * <p>A {@link io.weir.client.resolution.Resolution} reads what is stored and returns a {@link io.weir.client.resolution.Verdict}. {@link
 * io.weir.client.options.UnknownWrites} holds the table of all cases.
 *
 * <p>Threads: any.
 */
@NullMarked
package io.weir.client.resolution;

import org.jspecify.annotations.NullMarked;
