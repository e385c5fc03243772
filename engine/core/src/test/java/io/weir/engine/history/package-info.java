/**
 * Histories of concurrent calls, recorded against a running engine and checked afterwards: single
 * entities are linearizable, batches are atomic.
 *
 * <p>Start with {@link io.weir.engine.history.HistoryChecker}.
 */
@NullMarked
package io.weir.engine.history;

import org.jspecify.annotations.NullMarked;
