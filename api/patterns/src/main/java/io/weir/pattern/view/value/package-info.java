/**
 * The values of aggregates: their order as text, and sums that are exact. Internal to the views: not an API.
 *
 * <p>Threads: any. Failures: none that a user can cause.
 */
@NullMarked
package io.weir.pattern.view.value;

import org.jspecify.annotations.NullMarked;
