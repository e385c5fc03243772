/**
 * The groups of options that {@link io.weir.client.ClientOptions} consists of: endpoint, pool,
 * retries, hedges, unanswered writes.
 *
 * <p>Immutable values. The builder of the options checks them.
 */
@NullMarked
package io.weir.client.options;

import org.jspecify.annotations.NullMarked;
